// Invitations to a workshop, and what its writers are given.
import { byId, tellNext } from "./elements.js";
import { during, go } from "./forms.js";
import { send } from "./send.js";

byId("invite").addEventListener("done", (event) => {
  byId("invited").hidden = false;
  byId("invited-link").value = event.detail.address;
  byId("invited-link").focus();
  byId("invited-link").select();
});

const bring = byId("bring");
bring.addEventListener("submit", (event) => {
  event.preventDefault();
  during(bring, async () => {
    const file = bring.elements.file.files[0];
    const { items } = await send("POST", `${bring.dataset.address}?filename=${encodeURIComponent(file.name.slice(-200))}`, file);
    tellNext(`${items} ${items === 1 ? "item is" : "items are"} here.`);
    return go("reload");
  });
});
