// Judging: one text after the other, by keys; the next texts and what could not be sent yet are kept in this browser.
import { byId, element } from "./elements.js";
import { keepPage, passing, read, waitFor, write } from "./kept.js";
import { Refusal, send } from "./send.js";

const FEW = 20; // with fewer texts than this at hand, more are asked for: so many are here when a connection is lost
const TEA = 50;
const place = byId("judge");

// Two tabs would overwrite what the other keeps: one judges, and the next one when that is closed.
if (place && navigator.locks) {
  const waiting = setTimeout(() => { byId("elsewhere").hidden = false; }, 500);
  navigator.locks.request(`judge ${place.dataset.kept}`, () => {
    clearTimeout(waiting);
    byId("elsewhere").hidden = true;
    start();
    return new Promise(() => {}); // held until this tab goes
  });
} else if (place) start();

function start() {
  const { api, round, kept, account, worker, files } = place.dataset;
  const state = { questions: [], unsent: [], past: [], mine: 0, left: 0, ...read(kept) };
  const answered = new Set(state.unsent.map((each) => each.question.question)); // a list on its way may still have them
  const times = [];
  let done = 0;
  let resting = false;
  let undoing = false;
  let asking = false;
  let every = false; // all that waits for this judge is here
  let onItsWay = null;
  const aside = new Set(); // what may not be sent now: kept, and tried again when the page is loaded
  let shown = null;
  let told = "";
  let lost = false; // nothing reaches the server
  let unknown = ""; // why nothing of this person is taken
  let refused = ""; // why something was put aside

  // What talks to the server is done in turn: no reply is about a state that is gone.
  let line = Promise.resolve();
  const inTurn = (work) => { line = line.then(work); };
  const ended = async () => { for (let last; last !== line;) { last = line; await last; } };
  const counted = (number, noun) => `${number} ${noun}${number === 1 ? "" : "s"}`;
  const isOrAre = (number, noun) => `${counted(number, noun)} ${number === 1 ? "is" : "are"}`;
  const waiting = () => `${isOrAre(state.unsent.length, "answer")} kept here`;
  const noConnection = () => ["No connection.", state.unsent.length ? `${waiting()} and sent later.` : "",
    state.questions.length ? `${isOrAre(state.questions.length, "text")} here, and you can go on.` : ""].filter(Boolean).join(" ");

  function show() {
    write(kept, state);
    const question = resting ? null : state.questions[0];
    byId("judging").hidden = !question;
    byId("tea").hidden = !resting;
    byId("done").hidden = resting || Boolean(state.questions.length) || asking;
    byId("line").textContent = told || (lost && noConnection()) || (unknown && `${unknown} ${waiting()}: sign in and come back.`) || refused;
    for (const button of byId("judging").querySelectorAll("button")) button.disabled = undoing;
    byId("undo").disabled = undoing || (!state.past.length && !state.mine);
    const all = state.mine + state.left;
    const pace = times.length > 3 ? (times.at(-1) - times[0]) / (times.length - 1) : 0;
    const minutes = Math.ceil((pace * state.left) / 60000);
    byId("progress").textContent = all ? `${state.mine} of ${all}${pace && state.left ? `, about ${counted(minutes, "minute")} more` : ""}.` : "";
    if (shown === question?.question) return; // what was said of this text so far stays
    shown = question?.question;
    byId("texts").replaceChildren(...Object.entries(question?.fields ?? {}).map(([name, text], _, fields) =>
      element("p", {}, ...(fields.length > 1 ? [element("span", { class: "field" }, name)] : []), text)));
    for (const name of ["grammatical", "natural"]) toggle(name, true);
  }

  function toggle(name, value) {
    const button = byId(name);
    const now = value ?? button.getAttribute("aria-pressed") !== "true";
    button.setAttribute("aria-pressed", String(now));
    button.querySelector("b").textContent = now ? "yes" : "no";
  }

  function answer(saying) {
    if (!state.questions.length || undoing || resting) return;
    const question = state.questions.shift();
    const pressed = (name) => byId(name).getAttribute("aria-pressed") === "true";
    const verdict = saying.skipped ? saying : { ...saying, grammatical: pressed("grammatical"), natural: pressed("natural") };
    state.unsent.push({ address: `${api}/questions/${question.question}/verdicts`, verdict, question });
    state.past = [...state.past, question].slice(-FEW);
    answered.add(question.question);
    state.mine += 1;
    state.left = Math.max(0, state.left - 1);
    times.push(Date.now());
    if (times.length > 20) times.shift();
    done += 1;
    resting = done % TEA === 0;
    told = "";
    show();
    inTurn(flush);
    if (!state.questions.length || (!every && state.questions.length < FEW)) inTurn(ask);
    if (resting) byId("go-on").focus();
  }

  const nextUnsent = () => state.unsent.find((each) => !aside.has(each));
  const drop = (sent) => { state.unsent = state.unsent.filter((each) => each !== sent); };

  // Send what waits, in its order; one that is refused keeps no later one waiting.
  async function flush() {
    while (nextUnsent()) {
      onItsWay = nextUnsent();
      try {
        await send("POST", onItsWay.address, onItsWay.verdict);
        drop(onItsWay);
        lost = false;
        unknown = "";
      } catch (error) {
        lost = passing(error);
        if (lost) return;
        if (error.status === 401) { unknown = error.message; return; }
        if (error.status === 403) {
          aside.add(onItsWay);
          refused = `${error.message} ${isOrAre(aside.size, "answer")} kept here, and sent when you come back.`;
          continue;
        }
        drop(onItsWay);
        told = `An answer was not taken. ${error.message}`;
      } finally {
        onItsWay = null;
        show();
      }
    }
  }

  async function ask() {
    await flush();
    if (state.questions.length >= FEW) return; // asked for twice
    asking = true;
    try {
      const found = await send("POST", `${api}/questions?round=${round}`);
      const progress = await send("GET", `${api}/progress?round=${round}`);
      const [first] = state.questions; // what is being read stays
      const others = found.filter((each) => !answered.has(each.question) && each.question !== first?.question);
      state.questions = first ? [first, ...others] : others;
      every = found.length <= FEW;
      if (!state.unsent.length) ({ mine: state.mine, left: state.left } = progress);
      lost = false;
    } catch (error) {
      lost = !(error instanceof Refusal);
      if (!lost) told = error.message;
    }
    asking = false;
    show();
  }

  function undo() {
    if (undoing) return;
    const waiting = state.unsent.at(-1);
    if (waiting && waiting !== onItsWay && waiting.question.question === state.past.at(-1)?.question) {
      drop(waiting);
      takeBack(waiting.question.question);
      return;
    }
    undoing = true; // an answer would be to another text than the one that is coming back
    show();
    inTurn(async () => {
      await flush();
      try {
        if (nextUnsent()) throw new TypeError("no connection");
        const { question } = await send("POST", `${api}/undo?round=${round}`);
        undoing = false;
        takeBack(question);
      } catch (error) {
        undoing = false;
        told = error instanceof Refusal ? error.message : "No connection: this can be taken back later.";
        show();
      }
    });
  }

  function takeBack(name) {
    const question = state.past.find((each) => each.question === name);
    state.past = state.past.filter((each) => each !== question);
    answered.delete(name);
    if (question) state.questions.unshift(question);
    else every = false;
    state.mine = Math.max(0, state.mine - 1);
    state.left += 1;
    resting = false;
    told = question ? "Taken back." : "Taken back. The text comes again later.";
    show();
    if (!question) inTurn(ask);
  }

  const goOn = () => { resting = false; show(); };
  const skipping = byId("skipping");
  const skip = () => { if (shown) skipping.showModal(); };
  skipping.addEventListener("close", () => { if (skipping.returnValue) answer({ skipped: skipping.returnValue }); skipping.returnValue = ""; });
  const reasons = [...skipping.querySelectorAll("button")];
  const buttons = [...place.querySelectorAll(".answer-key")];
  for (const button of buttons) button.addEventListener("click", (event) => {
    if (event.detail > 1) return; // the second half of a double click is no answer to the next text
    answer(button.dataset.answer === undefined ? { skipped: button.dataset.skip } : { answer: button.dataset.answer });
  });
  byId("open-answer")?.addEventListener("submit", (event) => {
    event.preventDefault();
    answer({ answer: event.target.elements.answer.value.trim() });
    event.target.reset();
  });
  byId("undo").addEventListener("click", undo);
  byId("skip").addEventListener("click", skip);
  byId("go-on").addEventListener("click", goOn);
  for (const name of ["grammatical", "natural"]) byId(name).addEventListener("click", () => toggle(name));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.target.closest("input, select, textarea")) return;
    const number = Number(event.key) - 1;
    if (skipping.open) { reasons[number]?.click(); return; }
    if (document.querySelector("dialog[open]")) return;
    if (buttons[number]) { event.preventDefault(); buttons[number].click(); }
    else if (event.key === "g") toggle("grammatical");
    else if (event.key === "n") toggle("natural");
    else if (event.key === "u") undo();
    else if (event.key === "s") { event.preventDefault(); skip(); }
  });
  addEventListener("online", () => inTurn(ask));
  addEventListener("storage", (event) => { if (event.key === `judge ${kept}`) location.reload(); }); // signed out in another tab
  setInterval(() => { if (nextUnsent() && !onItsWay) inTurn(flush); }, 5000);
  waitFor(ended);
  show();
  inTurn(ask);
  keepPage(account, worker, JSON.parse(files)).catch((error) => { if (!passing(error)) throw error; }); // later, with a connection
}
