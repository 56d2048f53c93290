// Rules that an editor changes.
import { byId, tellNext } from "./elements.js";
import { during, go } from "./forms.js";
import { fill, read } from "./rules_fields.js";
import { send } from "./send.js";

const form = byId("rules");
const rules = JSON.parse(form.dataset.rules);
fill(form, rules);
form.addEventListener("submit", (event) => {
  event.preventDefault();
  during(form, async () => {
    const { address, seen } = form.dataset; // what another editor wrote meanwhile is not written over
    await send("PUT", address, { ...rules, ...read(form) }, { "If-Match": seen });
    tellNext("The rules are changed. Pages that are open have them when they are loaded again.");
    return go("reload");
  });
});
