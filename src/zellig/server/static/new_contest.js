// Beginning a contest.
import { tellNext } from "./elements.js";
import { nameAfter } from "./forms.js";

const form = document.getElementById("new");
nameAfter(form.elements.title, form.elements.contest);
form.addEventListener("done", (event) => {
  tellNext("The contest is begun. Now its rules.");
  location.assign(`/contests/${event.detail.contest}/organise`);
});
