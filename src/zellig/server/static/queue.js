// Decisions of an editor: each text is taken, sent back or rejected, and then the next one comes.
import { byId, element, tell } from "./elements.js";
import { during } from "./forms.js";
import { Refusal, send } from "./send.js";

const DONE = { taken: "accepted", back: "sent back", reject: "rejected" };
const texts = () => [...document.querySelectorAll(".handed-in")];

async function decide(form, value) {
  await during(form, async () => {
    const reason = form.elements.reason.value.trim();
    if (value !== "taken" && !reason) throw new Refusal({ detail: "what is not accepted has a reason", remedy: "Say what its writer should change.", where: "field reason" });
    await send("POST", form.dataset.address, { taken: value === "taken", reason, final: value === "reject" });
    const text = form.closest(".handed-in");
    const next = text.nextElementSibling ?? text.previousElementSibling;
    text.replaceWith(element("p", { class: "ruled" }, `${form.dataset.name}: ${DONE[value]}${reason ? `, because: ${reason}` : ""}.`));
    tell(`${form.dataset.name} is ${DONE[value]}.`);
    if (next?.matches(".handed-in")) next.focus();
    else byId("main").focus();
  });
}

for (const form of document.querySelectorAll("form.decision")) {
  form.addEventListener("submit", (event) => { event.preventDefault(); decide(form, "taken"); });
  for (const button of form.querySelectorAll("button[type=button]")) button.addEventListener("click", () => decide(form, button.value));
}

document.addEventListener("keydown", (event) => {
  const at = texts().findIndex((each) => each.contains(document.activeElement));
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { texts()[at]?.querySelector("form")?.requestSubmit(); return; }
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea") || document.querySelector("dialog[open]")) return;
  if (event.key === "j") texts()[Math.min(at + 1, texts().length - 1)]?.focus();
  if (event.key === "k") texts()[Math.max(at - 1, 0)]?.focus();
});
