// Founding a workshop: what it begins with hangs on the task of the system that is written against.
import { byId, tellNext } from "./elements.js";
import { during, go, values } from "./forms.js";
import { Refusal, send } from "./send.js";

const form = byId("found");
const usual = JSON.parse(form?.dataset.usual ?? "{}");
const task = () => form.elements.main.selectedOptions[0].dataset.task;
const joined = (found) => Object.entries(found).map(([name, of]) => `${name}: ${Array.isArray(of) ? of.join(", ") : of}`.replace(/: $/, "")).join("\n");

// "Science: Biology, Chemistry" -> ["Science", "Biology, Chemistry"]
const split = (line) => { const [name, ...rest] = line.split(":"); return [name.trim(), rest.join(":").trim()]; };

function begin() {
  const { lengths, categories, phenomena, sample } = usual[task()];
  const fields = { ...lengths, categories: joined(categories), phenomena: joined(phenomena), share: 100 * sample.share, readers: sample.readers, seed: sample.seed };
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
  let own = false;
  workshop.addEventListener("input", () => { own = workshop.value !== ""; });
  title.addEventListener("input", () => {
    if (!own) workshop.value = title.value.normalize("NFD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 50).replace(/-+$/, "");
  });
  main.addEventListener("change", begin);
  begin();
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    during(form, async () => {
      const given = values(form);
      const nameless = [...given.categories, ...given.phenomena].find((line) => !split(line)[0]);
      if (nameless) throw new Refusal({ detail: `"${nameless}" has no name`, remedy: "Write the name before the colon.", where: "field categories" });
      const rules = {
        ...usual[task()],
        systems: [given.main, ...(given.others ?? [])],
        lengths: { shortest: given.shortest, mark: given.mark, longest: given.longest },
        categories: Object.fromEntries(given.categories.map(split).map(([name, of]) => [name, of.split(",").map((each) => each.trim()).filter(Boolean)])),
        phenomena: Object.fromEntries(given.phenomena.map(split)),
        sample: { share: given.share / 100, readers: given.readers, seed: given.seed },
        licence: given.licence,
        everybody: given.everybody,
      };
      const found = await send("POST", "/api/v1/workshops", { workshop: given.workshop, title: given.title, rules });
      tellNext("The workshop is founded. Now the people.");
      return go(`/workshops/${found.workshop}/people`);
    });
  });
}
