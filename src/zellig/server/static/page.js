// What every page has: forms, local times, the keys, copying, signing out, and what the page before has to say.
import { byId, tell, tellNext } from "./elements.js";
import { forgetOthers, sendWaiting } from "./kept.js";
import { Refusal, send } from "./send.js";
import { countDown, inField, localise } from "./times.js";
import "./forms.js";

const account = document.querySelector("meta[name=account]").content;
forgetOthers(account);
localise(document);
countDown();

for (const input of document.querySelectorAll("input[data-iso]")) {
  const at = new Date(input.dataset.iso);
  const whole = input.step === "1" ? 19 : 16;
  if (whole === 19) at.setTime(at.getTime() + 999); // not before the moment that it stands for
  input.value = inField(at, whole);
}

// Times in an address have a zone.
for (const form of document.querySelectorAll("form[method=get]")) {
  form.addEventListener("formdata", (event) => {
    for (const input of form.querySelectorAll("input[type=datetime-local]")) if (input.value) event.formData.set(input.name, new Date(input.value).toISOString());
  });
}

for (const button of document.querySelectorAll("[data-copy]")) {
  button.addEventListener("click", async () => {
    const field = byId(button.dataset.copy);
    field.select();
    const copied = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
    tell(copied ? "Copied." : "It is selected: copy it with the keys of your system.");
  });
}

byId("sign-out")?.addEventListener("click", async ({ target }) => {
  target.disabled = true;
  try {
    await sendWaiting(account);
    await send("DELETE", "/api/v1/session");
    await forgetOthers("");
    tellNext("You have signed out.");
    location.assign("/");
  } catch (error) {
    tell(error instanceof Refusal ? error.message : "The server cannot be reached, so you are still signed in. Try again in a moment.");
    target.disabled = false;
  }
});

const tab = document.querySelector(".tabs [aria-current]"); // on a phone the tabs scroll
tab?.scrollIntoView({ block: "nearest", inline: "nearest" });

const keys = byId("keys");
document.querySelector("[data-keys]").addEventListener("click", () => keys.showModal());
document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea") || document.querySelector("dialog[open]")) return;
  if (event.key === "?" && !byId("filters")) keys.showModal(); // the browser of pairs has its own
  if (event.key === "[") tab?.previousElementSibling?.click();
  if (event.key === "]") tab?.nextElementSibling?.click();
});

const said = sessionStorage.getItem("said");
sessionStorage.removeItem("said");
if (said) tell(said);
