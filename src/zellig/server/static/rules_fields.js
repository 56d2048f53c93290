// The rules of a workshop as fields of a form: categories, what is wanted of them and phenomena are one a line.
import { values } from "./forms.js";
import { Refusal } from "./send.js";

const joined = (found) => Object.entries(found).map(([name, of]) => `${name}: ${Array.isArray(of) ? of.join(", ") : of}`.replace(/: $/, "")).join("\n");

// "Science: Biology, Chemistry" -> ["Science", "Biology, Chemistry"]
function split(line, where) {
  const [name, ...rest] = line.split(":");
  if (!name.trim()) throw new Refusal({ detail: `"${line}" has no name`, remedy: "Write the name before the colon.", where: `field ${where}` });
  return [name.trim(), rest.join(":").trim()];
}

function number([name, written]) {
  if (!/^\d+$/.test(written)) throw new Refusal({ detail: `"${name}" does not say how many are wanted`, remedy: "Write a number after the colon: Science: 12.", where: "field wanted" });
  return [name, Number(written)];
}

export function fill(form, { lengths, categories, wanted, phenomena, everybody }) {
  const fields = { ...lengths, categories: joined(categories), wanted: joined(wanted), phenomena: joined(phenomena) };
  for (const [name, value] of Object.entries(fields)) form.elements[name].value = value;
  form.elements.everybody.checked = everybody;
}

export function read(form) {
  const given = values(form);
  const lines = (name) => given[name].map((line) => split(line, name));
  return {
    lengths: { shortest: given.shortest, mark: given.mark, longest: given.longest },
    categories: Object.fromEntries(lines("categories").map(([name, of]) => [name, of.split(",").map((each) => each.trim()).filter(Boolean)])),
    wanted: Object.fromEntries(lines("wanted").map(number)),
    phenomena: Object.fromEntries(lines("phenomena")),
    everybody: given.everybody,
  };
}
