// A set in its order: questions move by keys or buttons, every move is kept at once and can be undone.
import { byId, element, tell } from "./elements.js";
import { Refusal, send } from "./send.js";

const place = byId("set");
let found = JSON.parse(place.dataset.found);
const undone = []; // where questions stood before they were moved
let line = Promise.resolve(); // moves are sent one after the other

function where(text) {
  for (const [packet, { questions }] of found.packets.entries()) {
    const number = questions.findIndex((each) => each.text === text);
    if (number >= 0) return { packet: packet + 1, number: number + 1 };
  }
  return { packet: 0, number: 1 };
}

const answer = (each) => (each.answer.split("[")[0].trim() || each.answer).replaceAll("_", "");

function move(text, packet, number, undoing = false) {
  line = line.then(async () => {
    const before = where(text);
    try {
      found = await send("POST", `${place.dataset.api}/moves`, { text, packet, number });
    } catch (error) {
      tell(error instanceof Refusal ? error.message : "The server cannot be reached. Nothing was moved: try again in a moment.");
      return;
    }
    if (!undoing) undone.push({ text, ...before });
    draw();
    const now = where(text);
    const [title] = document.querySelectorAll(`[data-text="${CSS.escape(text)}"]`);
    title?.focus();
    tell(now.packet ? `${title.dataset.answer}: packet ${now.packet}, number ${now.number}.` : `${title.dataset.answer} is left over.`, undoing ? undefined : undo);
  });
}

function undo() {
  const last = undone.pop();
  if (last) move(last.text, last.packet, last.number, true);
}

// One step for a key: up, down, to the packet before or to the next.
function step(text, key) {
  const { packet, number } = where(text);
  if (!packet) { if (key === "ArrowLeft" || key === "ArrowUp") move(text, found.packets.length, 1000); return; }
  if (!goes(packet, number, key)) tell({ ArrowUp: "It is the first of its packet.", ArrowDown: "It is the last of its packet.", ArrowLeft: "It is in the first packet.", ArrowRight: "It is in the last packet." }[key]);
  else if (key === "ArrowUp") move(text, packet, number - 1);
  else if (key === "ArrowDown") move(text, packet, number + 1);
  else move(text, packet + (key === "ArrowLeft" ? -1 : 1), number);
}

const goes = (packet, number, key) => ({
  ArrowUp: number > 1, ArrowDown: number < found.packets[packet - 1].questions.length, ArrowLeft: packet > 1, ArrowRight: packet < found.packets.length,
})[key];

function row(each, packet) {
  const repeats = found.repeats.filter(({ questions }) => questions.includes(each.text));
  const { number } = where(each.text);
  const button = (words, key, out = false) => element("button", { type: "button", "aria-label": `${answer(each)}: ${words}`, disabled: Boolean(packet && key) && !goes(packet, number, key), onclick: () => (out ? move(each.text, 0, 1) : step(each.text, key)) }, words);
  const moves = packet
    ? [button("up", "ArrowUp"), button("down", "ArrowDown"), ...(found.packets.length > 1 ? [button("packet before", "ArrowLeft"), button("next packet", "ArrowRight")] : []), button("leave out", "", true)]
    : [button("put into the last packet", "ArrowUp")];
  return element("li", { tabindex: 0, "data-text": each.text, "data-answer": answer(each), "aria-label": `${answer(each)}, ${each.kind}` },
    element("p", {}, element("b", {}, answer(each)), " ", element("span", { class: "hint" }, `${each.kind} · ${each.author}`), ...repeats.map(({ kind, what }) => element("span", { class: "badge review" }, kind === "answer" ? "answer asked twice" : `clue asked twice: ${what}`))),
    element("p", {}, each.question.length > 180 ? `${each.question.slice(0, 180)}…` : each.question),
    element("p", { class: "acts" }, ...moves));
}

function draw() {
  byId("told").replaceChildren(...found.said.map((each) => element("li", {}, each)));
  byId("packets").replaceChildren(...found.packets.map(({ name, questions }, at) => element("section", { "aria-label": name }, element("h2", {}, name),
    questions.length ? element("ol", { class: "list numbered" }, ...questions.map((each) => row(each, at + 1))) : element("p", { class: "empty" }, "No question is in it."))));
  byId("over").replaceChildren(...(found.left_over.length ? found.left_over.map((each) => row(each, 0)) : [element("li", { class: "hint" }, "No accepted question is left over.")]));
}

document.addEventListener("keydown", (event) => {
  if (document.querySelector("dialog[open]") || event.target.closest("input, select, textarea")) return;
  const all = [...document.querySelectorAll("[data-text]")];
  const at = all.findIndex((each) => each.contains(document.activeElement));
  if (event.altKey && event.key.startsWith("Arrow") && at >= 0) { event.preventDefault(); step(all[at].dataset.text, event.key); return; }
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "j") all[Math.min(at + 1, all.length - 1)]?.focus();
  if (event.key === "k") all[Math.max(at - 1, 0)]?.focus();
  if (event.key === "u") undo();
});

draw();
