// Founding an arena, and bringing texts to it.
import { byId, tellNext } from "./elements.js";
import { during, go, values } from "./forms.js";
import { send } from "./send.js";

byId("found")?.addEventListener("submit", (event) => {
  event.preventDefault();
  during(event.target, async () => {
    const { arena } = await send("POST", "/api/v1/arenas", values(event.target));
    tellNext("The arena is founded. Now the texts.");
    return go(`/arenas/${arena}/organise`);
  });
});

byId("bring")?.addEventListener("submit", (event) => {
  event.preventDefault();
  const form = event.target;
  during(form, async () => {
    const [file] = form.elements.file.files;
    const { number } = await send("POST", `${form.dataset.api}?filename=${encodeURIComponent(file.name)}`, file);
    tellNext(`${number} texts are there.`);
    return go("reload");
  });
});
