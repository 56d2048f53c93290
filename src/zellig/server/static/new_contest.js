// The name in addresses follows the title until somebody writes their own.
import { tellNext } from "./elements.js";

const form = document.getElementById("new");
const { title, contest } = form.elements;
let own = false;
contest.addEventListener("input", () => { own = contest.value !== ""; });
title.addEventListener("input", () => {
  if (!own) contest.value = title.value.normalize("NFD").toLowerCase().replace(/[^a-z0-9]+/g, "-").replace(/^-+|-+$/g, "").slice(0, 50).replace(/-+$/, "");
});
form.addEventListener("done", (event) => {
  tellNext("The contest is begun. Now its rules.");
  location.assign(`/contests/${event.detail.contest}/organise`);
});
