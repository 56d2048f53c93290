// Runs before the page is there, unlike the modules. A form without a method is sent by a module; sent before that has come, the browser itself
// would send it, a password in the address. It waits for its module instead.
let ready = false;
let waiting = null;
addEventListener("submit", (event) => {
  if (ready || event.target.hasAttribute("method")) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  waiting = { form: event.target, button: event.submitter };
}, true);
addEventListener("DOMContentLoaded", () => {
  ready = true;
  if (waiting?.form.isConnected) waiting.form.requestSubmit(waiting.button);
});
