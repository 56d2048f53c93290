// A new set: the distribution is a shipped one, or numbers by category.
import { byId, tellNext } from "./elements.js";
import { during, go } from "./forms.js";
import { Refusal, send } from "./send.js";

const form = byId("new-set");
const numbers = [...form.querySelectorAll("[data-of]")];
const { title, packets, distribution, seed } = form.elements;

function asked() {
  const found = {};
  for (const { dataset, value } of numbers.filter((each) => Number(each.value))) {
    if (dataset.part) (found[dataset.of] ??= {})[dataset.part] = Number(value);
    else found[dataset.of] = Number(value);
  }
  return found;
}

function count() {
  byId("own").hidden = distribution.value !== "";
  byId("size").textContent = numbers.reduce((sum, each) => sum + Number(each.value), 0);
}

form.addEventListener("input", count);
count();
form.addEventListener("submit", (event) => {
  event.preventDefault();
  during(form, async () => {
    if (!distribution.value && !Object.keys(asked()).length) throw new Refusal({ detail: "a packet would be empty", remedy: "Say how many of a category it has.", where: "field any" });
    const made = await send("POST", form.dataset.address, { title: title.value, packets: Number(packets.value), seed: Number(seed.value), distribution: distribution.value || asked() });
    tellNext("The set is made.");
    return go(`${form.dataset.home}/sets/${made.set}`);
  });
});
