// Setting up: the rules as one record, links of invitations, extensions. The phases are in plan.js.
import { byId, tellNext } from "./elements.js";
import { during, go, values } from "./forms.js";
import { timeline } from "./plan.js";
import { send } from "./send.js";
import { inField } from "./times.js";

// {"quotas.pairs": 5} -> {quotas: {pairs: 5}}; the phases are gathered by plan.js.
function nested(given) {
  const whole = {};
  for (const [name, value] of Object.entries(given)) {
    if (name.startsWith("timeline[")) continue;
    const parts = name.split(".");
    const last = parts.pop();
    parts.reduce((within, part) => (within[part] ??= {}), whole)[last] = value;
  }
  return whole;
}

const rules = byId("rules");
rules?.addEventListener("submit", (event) => {
  event.preventDefault();
  during(rules, async () => {
    const plan = timeline(rules);
    const { address, seen } = rules.dataset; // what another organiser wrote meanwhile is not written over
    await send("PUT", address, { ...nested(values(rules)), timeline: plan }, seen ? { "If-Match": seen } : { "If-None-Match": "*" });
    tellNext("The rules are written. Now the data.");
    history.replaceState(null, "", "#step-data");
    return go("reload");
  });
});

for (const form of ["invite", "forgotten"]) byId(form).addEventListener("done", (event) => {
  byId("invited").hidden = false;
  byId("invited-link").value = event.detail.address;
  byId("invited-link").focus();
  byId("invited-link").select();
});

const extension = byId("extension");
if (extension) {
  const { phase, round, closes } = extension.elements;
  const choose = () => {
    round.value = phase.selectedOptions[0].dataset.round;
    closes.value = inField(new Date(phase.selectedOptions[0].dataset.closes));
  };
  phase.addEventListener("change", choose);
  choose();
}
