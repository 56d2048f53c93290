// How a text came to be: a slider over its moments, the rank of the truth below it, and the edits that moved the machine.
import { byId, element } from "./elements.js";
import { send } from "./send.js";

const LAST = 20; // the largest rank that is told
const DEEP = LAST + 1; // and what stands for none
const FAR = `more than ${LAST}`;
const place = byId("replay");
if (place) start();

async function start() {
  const [titles, words] = [JSON.parse(place.dataset.titles), JSON.parse(place.dataset.words)];
  const { frames, edits, moved } = await send("GET", place.dataset.address);
  byId("nothing").hidden = frames.length > 0;
  byId("film").hidden = !frames.length;
  if (!frames.length) return;
  const slider = byId("at");
  let timer = 0;
  slider.max = frames.length - 1;
  slider.value = slider.max;

  const clock = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

  function show() {
    const at = Number(slider.value);
    const { seconds, stroke, draft, said } = frames[at];
    byId("when").textContent = `${clock(seconds)}, moment ${at + 1} of ${frames.length}`;
    byId("frame").replaceChildren(...Object.entries(draft.fields).map(([field, text]) => {
      const change = edits.find((each) => each.stroke === stroke && each.field === field)?.diff;
      return element("p", {}, ...(change ? change.map(([kind, part]) => (kind === "same" ? part : element(kind === "deleted" ? "del" : "ins", {}, part))) : [text]));
    }));
    byId("heard").replaceChildren(...Object.entries(said).map(([system, each]) => element("p", {}, element("b", {}, titles[system] ?? system), ": ",
      each.guesses.length ? `${each.guesses[0][0]}${each.guesses[0][3] ? " (prompt)" : ""}; the right answer ${each.rank ? `has rank ${each.rank}` : "is not among the first 20"}${each.bell ? `; it would buzz after word ${each.bell.word}` : ""}` : words[each.answer] ?? each.answer)));
    for (const [number, mark] of [...document.querySelectorAll("#ranks .moment")].entries()) mark.classList.toggle("now", number === at);
  }

  function draw() {
    const end = Math.max(frames.at(-1).seconds, 1);
    const chart = byId("ranks");
    const width = Math.min(800, chart.parentElement.clientWidth); // drawn as wide as it is shown, so that it can be read on a phone
    chart.setAttribute("viewBox", `0 0 ${width} 205`);
    const x = (seconds) => 30 + ((width - 45) * seconds) / end;
    const y = (rank) => 15 + (180 * Math.log(rank ?? DEEP)) / Math.log(DEEP);
    const svg = (name, given, ...inside) => {
      const node = document.createElementNS("http://www.w3.org/2000/svg", name);
      for (const [key, value] of Object.entries(given)) node.setAttribute(key, value);
      node.append(...inside);
      return node;
    };
    const ticks = [1, 2, 5, 10, 20].flatMap((rank) => [svg("line", { class: "grid", x1: 30, x2: width - 15, y1: y(rank), y2: y(rank) }), svg("text", { class: "tick left", x: 24, y: y(rank) + 4 }, String(rank))]);
    const lines = Object.keys(titles).map((system, number) => {
      const points = frames.filter((each) => each.said[system]?.guesses.length).map((each) => `${x(each.seconds)},${y(each.said[system].rank)}`);
      return svg("polyline", { class: `line colour-${number} dash-${number}`, points: points.join(" ") });
    });
    const marks = frames.map((each) => svg("circle", { class: "moment", cx: x(each.seconds), cy: y(Object.values(each.said)[0]?.rank), r: 3 }));
    chart.replaceChildren(...ticks, ...lines, ...marks);
    const which = Object.values(titles).map((title, number) => element("span", { class: `of-line colour-${number} dash-${number}` }, title));
    byId("ranks-about").replaceChildren(`From left to right ${clock(end)} of time; at the bottom it is none of the first ${LAST}. `, ...which.flatMap((each) => [each, " "]));
  }

  byId("moved").replaceChildren(...Object.entries(moved).map(([system, each]) => element("p", {}, element("b", {}, titles[system] ?? system), `: of ${each.edits} ${each.edits === 1 ? "edit" : "edits"} `,
    Object.entries(each.moves).map(([move, number]) => `${number} ${{ found: "let it find the answer", lost: "made it lose the answer", nearer: "brought it nearer", farther: "led it away", "other guess": "changed its guess", "other answer": "changed its answer" }[move]}`).join(", ") || "none moved it", ".")));
  byId("edits").replaceChildren(...edits.filter((each) => each.moves.length).map((each) => element("li", {},
    element("p", { class: "hint" }, `${clock(each.seconds)} · ${titles[each.system] ?? each.system}${byId("ranks") ? ` · from rank ${each.before ?? FAR} to ${each.after ?? FAR}` : ""}`),
    element("p", { class: "text" }, ...each.diff.map(([kind, text]) => (kind === "same" ? shortened(text) : element(kind === "deleted" ? "del" : "ins", {}, text)))))));

  const shift = (by) => { slider.value = Number(slider.value) + by; show(); };
  function play() {
    if (timer) { clearInterval(timer); timer = 0; byId("play").textContent = "Play"; return; }
    if (slider.value === slider.max) slider.value = 0;
    byId("play").textContent = "Stop";
    timer = setInterval(() => { shift(1); if (slider.value === slider.max) play(); }, 400);
  }
  slider.addEventListener("input", show);
  byId("play").addEventListener("click", play);
  document.addEventListener("keydown", (event) => {
    if (event.target.closest("input, button, a, dialog") || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = { " ": play, ArrowLeft: () => shift(-1), ArrowRight: () => shift(1), Home: () => shift(-frames.length), End: () => shift(frames.length) }[event.key];
    if (act) { event.preventDefault(); act(); }
  });
  if (byId("ranks")) draw();
  show();
}

const shortened = (text) => (text.length > 80 ? `${text.slice(0, 35)} … ${text.slice(-35)}` : text);
