// A person plays a role of the arena. What is asked comes from the API, which hands over no more than may be known.
import { byId, element } from "./elements.js";
import { during, showRefusal, values } from "./forms.js";
import { Refusal, send } from "./send.js";

const place = byId("turn");
const { role, api, home } = place.dataset;
const form = byId("move");
const LOOK = 250; // milliseconds without a key, after which a fake is looked at
let turn = null;
let told = 0;

function say(words) {
  const said = byId("told");
  said.textContent = words;
  said.hidden = !words;
}

// Whether the last choice was right, where the rules let one know.
function tellOutcome() {
  const last = turn.told.at(-1);
  if (turn.told.length === told || !last) { say(""); return; }
  told = turn.told.length;
  if (role === "chooser") say(last.right ? "Right: that was the fake." : "Wrong: that was the real text.");
  else say(`In round ${last.round + 1} the chooser ${last.right ? "found" : "did not find"} the fake.`);
}

const shows = {
  chooser() {
    byId("texts").replaceChildren(...turn.texts.map((text, which) => element("div", {}, element("h2", {}, which ? "Second" : "First"), element("p", { class: "judged-text" }, text))));
  },
  breaker() {
    byId("real").textContent = turn.texts[0];
    form.elements.text.value = turn.texts[0];
    form.elements.text.focus();
    look();
  },
  curator() {
    const offered = turn.candidates.map(({ place: at, text }, number) => element("label", { class: "choice" }, element("input", { type: "radio", name: "place", value: at, required: true }), element("kbd", {}, String(number + 1)), ` ${text}`));
    byId("offered").replaceChildren(element("legend", {}, "Pick one"), ...offered);
    form.elements.why.value = form.elements.phenomenon.value = "";
    byId("offered").querySelector("input").focus();
  },
};

function show(found, first = false) {
  turn = found;
  if (first) told = turn.told.length;
  tellOutcome();
  const over = turn.round === null;
  form.hidden = over;
  byId("over").hidden = !over;
  if (over) {
    byId("progress").textContent = "";
    byId("over").replaceChildren(`This game is over: you have played ${turn.done} rounds. `, element("button", { type: "button", class: "main", id: "again", onclick: begin }, "Play another one"), " ", element("a", { href: `${home}/ladder` }, "See the ladder"));
    byId("again").focus();
    return;
  }
  const kind = turn.phase === "scored" ? "" : `, ${turn.phase}: it is not scored`;
  byId("progress").textContent = `Round ${turn.done + 1} of ${turn.total}${kind}.`;
  const known = Object.entries(turn.metadata);
  byId("known").replaceChildren(...known.flatMap(([key, value]) => [element("dt", {}, key), element("dd", {}, String(value))]));
  shows[role]();
}

async function begin() {
  try {
    show(await send("POST", api, { role }), true);
  } catch (error) {
    form.hidden = true;
    byId("over").hidden = false;
    byId("progress").textContent = "";
    byId("over").textContent = error instanceof Refusal ? error.message : "The server cannot be reached. Load the page again in a moment.";
  }
}

const move = (what, body) => during(form, async () => { show(await send("POST", `${api}/${turn.game}/${what}`, { round: turn.round, ...body })); });

if (role === "chooser") {
  const choose = (fake) => { if (turn && turn.round !== null && !form.querySelector("button:disabled")) move("choice", { fake }); };
  for (const button of form.querySelectorAll("[data-fake]")) button.addEventListener("click", () => choose(Number(button.dataset.fake)));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || document.querySelector("dialog[open]")) return;
    if (event.key === "f") choose(0);
    if (event.key === "j") choose(1);
  });
}

let timer = 0;
async function look() {
  const asked = turn;
  const { value } = form.elements.text;
  try {
    const found = await send("POST", `${api}/${turn.game}/look`, { text: value });
    if (asked !== turn || form.elements.text.value !== value) return;
    const rows = found.map((each) => element("li", { class: each.refused ? "reject" : "review" }, element("b", {}, each.refused ? "refused" : "note"), ` · ${each.words}.`));
    byId("looks").replaceChildren(...(rows.length ? rows : [element("li", {}, "The guards let it pass.")]));
  } catch (error) {
    showRefusal(form, error);
  }
}

if (role === "breaker") {
  form.elements.text.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(look, LOOK); });
  form.elements.text.addEventListener("keydown", (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) form.requestSubmit(); });
}

if (role === "curator") {
  document.addEventListener("keydown", (event) => {
    if (event.target.matches("input:not([type=radio])") || document.querySelector("dialog[open]")) return;
    const box = byId("offered").querySelectorAll("input")[Number(event.key) - 1];
    if (box) { box.checked = true; box.focus(); }
  });
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  if (role === "breaker") move("fake", { text: form.elements.text.value });
  if (role === "curator") {
    const { place: at, phenomenon, why } = values(form);
    move("pick", { place: Number(at), metadata: phenomenon ? { phenomenon } : {}, why: why ?? "" });
  }
});

begin();
