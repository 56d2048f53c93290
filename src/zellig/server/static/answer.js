// Answering blind: clue after clue comes from the server, and what is said is judged there. Within a clue the words
// may come one by one; then the place at which the reader stopped is told with the answer.
import { byId, element, tell } from "./elements.js";
import { during } from "./forms.js";
import { Refusal, send } from "./send.js";

const PACE = 350; // milliseconds a word
const place = byId("answering");
const { api } = place.dataset;
let at = null; // the question as the server knows it
let shown = 0; // characters of it that can be read
let over = false;
let timer = 0;

const letters = () => Array.from(at.heard);

async function ask(method, address, body) {
  try { return await send(method, address, body); } catch (error) {
    tell(error instanceof Refusal ? error.message : "The server cannot be reached. Try again in a moment.");
    return null;
  }
}

function draw() {
  byId("left").textContent = at.left === 1 ? "This is the last one." : `${at.left} to answer.`;
  byId("nothing").hidden = Boolean(at.text);
  byId("question").hidden = !at.text;
  const all = letters();
  const before = all.slice(0, Math.min(at.clue, shown)).join("");
  byId("heard").replaceChildren(before, element("b", { class: "newest" }, all.slice(Math.min(at.clue, shown), shown).join("")));
  byId("heard").hidden = !shown;
  const running = shown < all.length;
  byId("on").hidden = over || (!at.more && !running);
  byId("on").textContent = running ? "Show all of this clue" : at.heard ? "Next clue" : "First clue";
  byId("stop").hidden = over || !shown || !byId("say").hidden;
  byId("back").hidden = !at.more && !running;
}

const still = () => { clearInterval(timer); timer = 0; };

function run() {
  still();
  timer = setInterval(() => {
    const all = letters();
    while (shown < all.length && !/\s/.test(all[shown])) shown += 1;
    while (shown < all.length && /\s/.test(all[shown])) shown += 1;
    if (shown >= all.length) still();
    draw();
  }, PACE);
}

async function next() {
  still();
  const found = await ask("GET", `${api}/to-answer`);
  if (!found) return;
  at = found;
  over = false;
  shown = letters().length;
  byId("verdict").hidden = true;
  byId("say").hidden = true;
  byId("say").reset();
  draw();
  if (at.prompted) say(at.ask);
  else if (at.text) byId("on").focus();
}

async function on() {
  if (over || !at?.text) return;
  if (shown < letters().length) { still(); shown = letters().length; draw(); return; }
  if (!at.more) return;
  const found = await ask("POST", `${api}/texts/${at.text}/clues`);
  if (!found) return;
  at = found;
  if (byId("by-word").checked) { shown = at.clue; run(); } else shown = letters().length;
  draw();
}

function say(asked) {
  still();
  byId("say").hidden = false;
  byId("asked").textContent = asked === undefined ? "Your answer" : asked || "Say more exactly what you mean";
  draw();
  byId("say").elements.answer.focus();
}

byId("on").addEventListener("click", on);
byId("stop").addEventListener("click", () => say());
byId("back").addEventListener("click", () => { byId("say").hidden = true; if (shown < letters().length) run(); draw(); byId("on").focus(); });
byId("give-up").addEventListener("click", () => { byId("say").elements.answer.value = ""; speak(); });
byId("say").addEventListener("submit", (event) => { event.preventDefault(); if (byId("say").elements.answer.value.trim()) speak(); });

function speak() {
  still();
  during(byId("say"), async () => {
    const said = byId("say").elements.answer.value;
    const found = await send("POST", `${api}/texts/${at.text}/answers`, { answer: said, position: shown });
    if (!found.over) { byId("say").reset(); say(found.judgement.ask ?? ""); tell("That is asked to be more exact; the same again is not right."); return; }
    over = true;
    byId("say").hidden = true;
    verdict(found, said);
  });
}

function verdict(found, said) {
  const right = found.judgement.outcome === "right";
  const read = shown;
  at = { ...at, left: at.left - 1 };
  draw();
  byId("heard").replaceChildren(Array.from(found.question).slice(0, read).join(""), element("span", { class: "unread" }, Array.from(found.question).slice(read).join("")));
  byId("verdict").replaceChildren(
    element("p", { class: right ? "said" : "refusal" }, right ? "Right. " : said.trim() ? `Not right: ${said}. ` : "", `The answer: ${found.answer.replaceAll("_", "")}`),
    !right && said.trim() ? element("p", { class: "hint" }, `Why not: ${found.judgement.because}.`) : "",
    element("p", { class: "row" }, element("button", { type: "button", class: "main", id: "next", onclick: next }, "Next question")),
    element("p", {}, element("a", { href: place.dataset.tag }, "Some questions are tagged again by readers"), ": say what made this one hard, if it is among them."),
  );
  byId("verdict").hidden = false;
  byId("next").focus();
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input:not([type=checkbox]), textarea, select") || document.querySelector("dialog[open]")) return;
  if (event.key === " " && !event.target.closest("button, a, input") && at?.text && !over) { event.preventDefault(); on(); }
  if (event.key === "b" && at?.text && shown && !over) { event.preventDefault(); say(); }
  if (event.key === "n" && over) next();
});

next();
