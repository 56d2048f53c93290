// The secret of a new token is shown once, and so is a link for somebody else.
import { byId } from "./elements.js";

function show(place, field, value) {
  byId(place).hidden = false;
  byId(field).value = value;
  byId(field).focus();
  byId(field).select();
}

byId("token").addEventListener("done", (event) => show("secret", "secret-value", event.detail.secret));
for (const form of ["operator", "somebody"]) byId(form)?.addEventListener("done", (event) => show("made", "made-link", event.detail.address));
