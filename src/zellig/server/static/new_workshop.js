// Founding a workshop: what it begins with hangs on the task of the system that is written against.
import { byId, tellNext } from "./elements.js";
import { during, go, nameAfter, values } from "./forms.js";
import { fill, read } from "./rules_fields.js";
import { send } from "./send.js";

const form = byId("found");
const usual = JSON.parse(form?.dataset.usual ?? "{}");
const task = () => form.elements.main.selectedOptions[0].dataset.task;

function begin() {
  const { sample, ...rules } = usual[task()];
  fill(form, { ...rules, everybody: form.elements.everybody.checked });
  const fields = { share: 100 * sample.share, readers: sample.readers, seed: sample.seed };
  for (const [name, value] of Object.entries(fields)) form.elements[name].value = value;
  for (const box of form.querySelectorAll("[name=others]")) {
    const out = box.dataset.task !== task() || box.value === form.elements.main.value;
    box.disabled = out;
    if (out) box.checked = false;
    box.closest("label").hidden = out;
  }
  const others = byId("others");
  if (others) others.hidden = !others.querySelector("input:enabled");
}

if (form) {
  const { title, workshop, main } = form.elements;
  nameAfter(title, workshop);
  main.addEventListener("change", begin);
  begin();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    during(form, async () => {
      const given = values(form);
      const rules = {
        ...usual[task()],
        ...read(form),
        systems: [given.main, ...(given.others ?? [])],
        sample: { share: given.share / 100, readers: given.readers, seed: given.seed },
        licence: given.licence,
      };
      const found = await send("POST", "/api/v1/workshops", { workshop: given.workshop, title: given.title, rules });
      tellNext("The workshop is founded. Now the people.");
      return go(`/workshops/${found.workshop}/people`);
    });
  });
}
