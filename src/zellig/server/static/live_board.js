// A board that is looked at stays up to date: the API is asked every few seconds, and the page only if something is different. Sections that have
// not changed are left alone, and so is everything while somebody fills in a form in them.
import { byId } from "./elements.js";
import { send } from "./send.js";

const EVERY = 3000;
const board = byId("board");
let known = null;

async function renew() {
  const reply = await fetch(location.href);
  if (!reply.ok) return;
  const fresh = new DOMParser().parseFromString(await reply.text(), "text/html").getElementById("board");
  const sections = (root) => [...root.children].filter((each) => each.id && each.id !== "line");
  const added = sections(fresh).some((each) => !byId(each.id));
  if (added || sections(board).some((each) => !fresh.querySelector(`#${each.id}`))) { location.reload(); return; }
  for (const section of sections(fresh)) {
    const here = byId(section.id);
    const open = [...here.querySelectorAll("details[open]")].map((each) => each.id);
    for (const id of open) section.querySelector(`#${id}`)?.setAttribute("open", "");
    if (here.innerHTML !== section.innerHTML) here.replaceChildren(...section.childNodes);
  }
}

async function look() {
  if (document.hidden || document.activeElement.closest("#board form :is(input, select)")) return;
  const line = byId("line");
  try {
    const found = JSON.stringify(await send("GET", board.dataset.api));
    if (known !== null && found !== known) await renew();
    known = found;
    line.hidden = true;
  } catch {
    line.textContent = "The server cannot be reached: this may not be up to date.";
    line.hidden = false;
  }
}

setInterval(look, EVERY);
document.addEventListener("visibilitychange", look);
look();

byId("invite")?.addEventListener("done", ({ detail }) => {
  byId("link").value = detail.address;
  byId("invitation").hidden = false;
  byId("link").focus();
});
