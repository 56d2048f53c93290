// Forms that are sent to the API: `data-send` says how and where, `data-said` what it did, `data-then` where to go, and `data-ask` what is
// asked before.
// A refusal is shown in the form, beside the field that it is about, which is focused.
import { tell, tellNext } from "./elements.js";
import { Refusal, send } from "./send.js";

const LEAVING = Symbol("another page is coming");

export function values(form) {
  const found = {};
  for (const field of form.elements) {
    if (!field.name || field.disabled) continue;
    const { name, value, type } = field;
    if (type === "checkbox" && "list" in field.dataset) { found[name] ??= []; if (field.checked) found[name].push(value); }
    else if (type === "checkbox") found[name] = field.checked;
    else if (type === "radio") { if (field.checked) found[name] = value; }
    else if ("lines" in field.dataset) found[name] = value.split("\n").map((line) => line.trim()).filter(Boolean);
    else if (value === "" && !field.required) continue;
    else if ("percent" in field.dataset) found[name] = Number(value) / 100;
    else if (type === "number" || "number" in field.dataset) found[name] = Number(value);
    else if (type === "datetime-local") found[name] = new Date(value).toISOString();
    else found[name] = value;
  }
  return found;
}

// The field of a name such as `quotas.pairs`, or of its last part.
function fieldOf(form, name) {
  const shown = [...form.elements].filter((each) => each.name && each.type !== "hidden");
  return name ? shown.find((each) => each.name === name) ?? shown.find((each) => each.name === name.split(".").at(-1)) : null;
}

export function showRefusal(form, error) {
  const place = form.querySelector(".refusal");
  clearRefusal(form);
  place.textContent = error instanceof Refusal ? error.message : "The server cannot be reached. Nothing is lost: try again in a moment.";
  place.hidden = false;
  const field = fieldOf(form, error.field);
  if (!field) { form.prepend(place); place.tabIndex = -1; place.focus(); return; }
  place.id ||= `refusal-${Math.random().toString(36).slice(2)}`;
  const list = field.type === "checkbox" || field.type === "radio" ? field.closest("fieldset") : null;
  (list ?? field.closest("label") ?? field).after(place);
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", place.id);
  unfold(field);
  field.focus();
}

export function clearRefusal(form) {
  form.querySelector(".refusal").hidden = true;
  for (const field of form.querySelectorAll("[aria-invalid]")) field.removeAttribute("aria-invalid");
}

// The name in addresses follows the title until somebody writes their own; a title may be there before this module is.
export function nameAfter(title, name) {
  let own = name.value !== "";
  const follow = () => {
    if (!own) name.value = title.value.normalize("NFD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 50).replace(/-+$/, "");
  };
  name.addEventListener("input", () => { own = name.value !== ""; });
  title.addEventListener("input", follow);
  follow();
}

const unfold = (field) => field.closest("details")?.setAttribute("open", ""); // what is folded cannot be focused
document.addEventListener("invalid", ({ target }) => unfold(target), true);

// Do something with a form whose buttons rest meanwhile, and until the next page is there if one is coming.
export async function during(form, work) {
  const buttons = [...form.querySelectorAll("button:enabled")];
  const rest = (resting) => buttons.forEach((each) => { each.disabled = resting; });
  rest(true);
  clearRefusal(form);
  try {
    if (await work() !== LEAVING) rest(false);
  } catch (error) {
    rest(false);
    showRefusal(form, error);
  }
}

// For the end of `during`.
export function go(where) {
  if (!where) return null;
  if (where === "reload") location.reload();
  else location.assign(where);
  return LEAVING;
}

// Forms may come later, too: where a page stays up to date by itself.
document.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.matches("form[data-send]")) return;
  event.preventDefault();
  if (form.dataset.ask && !confirm(form.dataset.ask)) return;
  const [method, address] = form.dataset.send.split(" ");
  during(form, async () => {
    const body = values(form);
    const bare = method === "DELETE" || !Object.keys(body).length;
    const reply = await send(method, address, bare ? undefined : body);
    const { said, then } = form.dataset;
    (then ? tellNext : tell)(said ?? "");
    form.dispatchEvent(new CustomEvent("done", { detail: reply }));
    return go(then);
  });
});

// A page that the browser had put aside shows what was; its buttons may still rest.
addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
