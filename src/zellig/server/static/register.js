// Registering a performer: at an address, or one that joins by itself.
import { byId, tellNext } from "./elements.js";
import { during, go, values } from "./forms.js";
import { send } from "./send.js";

const form = byId("enter");
form.addEventListener("submit", (event) => {
  event.preventDefault();
  during(form, async () => {
    const { join } = await send("POST", form.dataset.api, values(form));
    tellNext(join ? "It is registered. Now let it join, with the command below." : "It is registered, and will be tried out in a moment.");
    return go("reload");
  });
});
