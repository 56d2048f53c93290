// The room of a match: what is read, who buzzes, who answers, and what it comes to; for players, moderators and spectators.
import { Aloud } from "./aloud.js";
import { Chat } from "./chat.js";
import { Clock } from "./clock.js";
import { byId, element, tell } from "./elements.js";
import { RoomLine } from "./room_line.js";
import { bonus, ended, marksNow, named, protest, race, sentence, stillShown, teamOf, teams, waiting } from "./room_shown.js";
import { Growing, printed } from "./room_text.js";

const place = byId("room");
if (place) start();

function start() {
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const question = new Growing(byId("text"));
  const clock = new Clock(byId("bar"), byId("seconds"));
  const aloud = new Aloud(byId("aloud"));
  const chat = new Chat(byId("chat"), (text) => send({ do: "say", text }, "What you said"));
  const drawn = {}; // by element: what it shows, so that it is touched only when that is something else
  let room = null; // what stands still: teams, players, rules, and who one is
  let seen = null; // the match as this viewer is handed it
  let buzzed = 0; // the tossup for which a buzz is on its way
  let turn = ""; // what one is asked for now
  const line = new RoomLine(`${scheme}://${location.host}${place.dataset.api}/live`, hear, how);

  function how(state) {
    const told = { away: "No connection. The page comes back by itself; what you do meanwhile is not sent.", refused: "This room cannot be opened here any more. Sign in again, or go back to the list of matches." }[state];
    byId("line").textContent = told ?? "";
    byId("line").hidden = !told;
    if (state === "open") unsent("");
    else { buzzed = 0; if (seen) draw(); }
  }

  function hear(message) {
    switch (message.told) {
      case "entered":
        if ((room ?? byId("room").dataset).state !== message.room.state) tell(""); // what was said before is not of now
        room = { ...message.room, role: message.role };
        seen = message.seen ?? null;
        drawn.clock = undefined; // what is left is of now
        chat.show(message.chat ?? []);
        break;
      case "room":
        if (message.players.length !== room.players.length) byId("begin")?.querySelector(".refusal").setAttribute("hidden", ""); // who lacked may be there by now
        Object.assign(room, { players: message.players, moderator: message.moderator, rulers: message.rulers, state: message.state });
        break;
      case "seen": seen = message.seen; break;
      case "word": if (seen?.number === message.number) seen = { ...seen, text: Array.from(seen.text ?? "").slice(0, message.start).join("") + message.text }; break;
      case "lines": if (seen) seen = { ...seen, allowances: message.allowances }; break;
      case "said": chat.add(message.line); return;
      case "missed":
        byId("missed").textContent = `${named(room, message.player)} ${message.number ? `said nothing that counts just now, on tossup ${message.number}` : "is not there"}: ${message.why}.`;
        break;
      case "refused": refused(message); break;
    }
    if (room) draw();
  }

  function refused({ do: what, problem }) {
    if (what === "buzz") buzzed = 0;
    unsent(`${problem.detail.charAt(0).toUpperCase()}${problem.detail.slice(1)}. ${problem.remedy ?? ""}`);
  }

  const unsent = (words) => { byId("unsent").textContent = words; };

  function send(message, what) {
    const out = line.send(message);
    unsent(out ? "" : `${what} was not sent: there is no connection.`);
    return out;
  }

  // Draw an element again if what it shows is something else.
  function redraw(id, shown, nodes) {
    const told = JSON.stringify(shown);
    if (drawn[id] === told) return;
    drawn[id] = told;
    byId(id).replaceChildren(...nodes());
  }

  function draw() {
    place.dataset.state = room.state;
    byId("role").textContent = { player: `you play for ${room.teams.find((each) => each.id === teamOf(room, room.player))?.name}`, moderator: "you moderate", spectator: "you watch" }[room.role];
    redraw("teams", [room.players, seen && [seen.scores, seen.points, seen.allowances, seen.out, seen.player, seen.stage === "answering"]], () => teams(room, seen));
    byId("chat").hidden = !room.about.chat;
    byId("over").hidden = room.state !== "over";
    // What stands there before the match was made for what one was then: a seat may be taken in another tab.
    if (byId("outdated")) byId("outdated").hidden = room.state !== "waiting" || (room.player === place.dataset.player && room.you.join(" ") === place.dataset.you);
    if (seen) drawMatch();
    drawModerator();
  }

  function drawMatch() {
    if (seen.number !== buzzed || !["reading", "racing"].includes(seen.stage)) buzzed = 0;
    redraw("number", seen.number, () => [seen.number ? `Tossup ${seen.number} of ${room.tossups}.` : ""]);
    redraw("now", sentence(room, seen), () => [sentence(room, seen)]);
    redraw("race", race(room, seen), () => [race(room, seen)]);
    aloud.hear(seen.number, seen.text ?? "", seen.stage === "reading" && !seen.paused);
    byId("bonus").hidden = !seen.lead_in && !seen.parts?.length;
    redraw("bonus", [seen.lead_in, seen.parts], () => bonus(room, seen));
    question.show(seen.text ?? "", marksNow(room, seen));
    tick();
    drawTurn();
    byId("last").hidden = !seen.last;
    if (seen.last) {
      redraw("last-title", seen.last.number, () => [`Tossup ${seen.last.number}`]);
      redraw("last-body", [seen.last, seen.protests, room.you, stillShown(seen)], () => ended(room, seen.last, acts, stillShown(seen)));
    }
    byId("protests").hidden = !seen.protests?.length;
    byId("undecided").hidden = !waiting(room, seen);
    redraw("undecided", waiting(room, seen), () => [waiting(room, seen)]);
    redraw("protest-list", [seen.protests, room.you, room.rulers], () => (seen.protests ?? []).map((each) => protest(room, each, rulings)));
  }

  // The clock is set when another one runs: the server says how much is left, and of how much.
  function tick() {
    const left = seen.paused ? null : seen.time_left ?? null;
    const of = [seen.stage, seen.number, seen.player, seen.team, seen.parts?.length, seen.answers?.length, left];
    if (drawn.clock === JSON.stringify(of)) return;
    drawn.clock = JSON.stringify(of);
    clock.set(left, whole());
  }

  // How long the clock of this stage runs, by the rules.
  function whole() {
    const { rules } = room;
    const prompted = seen.answers?.at(-1)?.outcome === "prompt";
    return 1000 * ({ answering: prompted ? rules.seconds_after_prompt : rules.seconds_to_answer, bonus: rules.bonus.seconds, reading: rules.seconds_to_buzz, waiting: rules.seconds_between }[seen.stage] ?? 0);
  }

  // What one can do now: buzz, answer, or look.
  function drawTurn() {
    const { player } = room;
    const team = teamOf(room, player);
    const own = player && seen.stage === "answering" && seen.player === player;
    const part = player && seen.stage === "bonus" && seen.team === team;
    const out = (seen.out ?? []).includes(team);
    // Who has the turn keeps it, and what was typed, while the match waits for a server that was away.
    const next = own || part ? `answer ${seen.number} ${seen.answers?.length ?? 0} ${seen.parts?.length ?? 0}` : player && !seen.paused ? "buzz" : "look";
    const free = line.ready && !out && !seen.paused && ["reading", "racing"].includes(seen.stage) && buzzed !== seen.number;
    const before = turn;
    turn = next;
    byId("buzz").hidden = !player || own || part || seen.stage === "over";
    byId("buzz").setAttribute("aria-disabled", String(!free));
    byId("answer").hidden = !(own || part);
    if (own || part) {
      const ask = seen.answers?.findLast((each) => each.player === player)?.ask;
      redraw("answer-asked", [part, ask], () => [part ? "Your team's answer" : ask ? `${ask} Your answer` : "Your answer"]);
    }
    if (next === before) return;
    if (next.startsWith("answer")) { byId("answer-text").value = ""; byId("answer-text").focus(); }
    else if (before.startsWith("answer") && player) byId("buzz").focus({ preventScroll: true });
  }

  function buzz() {
    if (!seen || !room?.player || seen.paused || !["reading", "racing"].includes(seen.stage)) return;
    if ((seen.out ?? []).includes(teamOf(room, room.player)) || buzzed === seen.number) return;
    if (send({ do: "buzz", number: seen.number }, "Your buzz")) buzzed = seen.number;
    draw();
  }

  // The moderator reads, and the moderator or the host pauses, goes on and skips: what it is called, its key, who may, and when.
  const ACTS = [
    ["ask", "n", "moderate", () => (seen.number ? "Next tossup" : "Begin"), () => seen.stage === "waiting" && !seen.paused],
    ["pause", "p", "direct", () => "Pause", () => !seen.paused && seen.number > 0 && ["reading", "waiting"].includes(seen.stage)],
    ["go-on", "g", "direct", () => "Go on", () => seen.paused],
    ["skip", "s", "direct", () => "Skip …", () => !seen.paused && seen.stage === "reading"],
  ];
  const may = (right) => room?.you.includes(right);
  const mayDo = ([, , right, , when]) => may(right) && seen && when();

  function drawModerator() {
    const now = seen && seen.stage !== "over" ? ACTS.filter((each) => may(each[2])) : [];
    byId("moderator").hidden = !now.length;
    redraw("moderator", now.map((each) => each[0]), () => now.map((each) => element("button", { type: "button", id: `do-${each[0]}`, onclick: () => run(each) }, element("span"), " ", element("kbd", { "aria-hidden": "true" }, each[1]))));
    for (const each of now) {
      byId(`do-${each[0]}`).setAttribute("aria-disabled", String(!mayDo(each)));
      byId(`do-${each[0]}`).firstChild.textContent = each[3]();
    }
    byId("line-now").hidden = !seen?.answer_line;
    const said = (seen?.answers ?? []).filter((each) => typeof each.text === "string");
    redraw("line-now", [seen?.answer_line, said], () => [element("span", { class: "hint" }, "Only you see this: "), "the answer is ", printed(seen?.answer_line ?? ""), ...said.map((each) => `; ${named(room, each.player)} said ${each.text ? `“${each.text}”` : "nothing"}: ${each.outcome}`)]);
  }

  async function run(act) {
    if (!mayDo(act)) return;
    const [name, number] = [act[0], seen.number];
    if (name === "ask") send({ do: "ask", number }, `“${act[3]()}”`);
    else if (name !== "skip") send({ do: name }, `“${act[3]()}”`);
    else {
      const given = await why({ title: `Skip tossup ${number}`, about: "Nothing of it counts.", button: "Skip it" });
      if (given) send({ do: "skip", number, reason: given.reason }, "This");
    }
  }

  // What can be done about an answer: a player protests, a moderator rules.
  function acts(last, each) {
    const done = (seen.protests ?? []).some((one) => one.number === last.number && one.player === each.player && one.by === room.player);
    const about = `${name(each.player)}'s answer to tossup ${last.number}`;
    if (may("protest") && !done) return [element("button", { type: "button", class: "plain", "aria-label": `Protest about ${about}`, onclick: () => protestAbout(last, each, about) }, "Protest")];
    if (may("rule")) return [element("button", { type: "button", class: "plain", "aria-label": `Rule on ${about}`, onclick: () => ruleOn(last.number, each.player, about) }, "Rule")];
    return [];
  }
  const rulings = (each) => (each.ruled || !may("rule") ? [] : [element("p", {}, element("button", { type: "button", onclick: () => ruleOn(each.number, each.player, `${name(each.player)}'s answer to tossup ${each.number}`, each.protest) }, "Rule on it"))]);
  const name = (player) => named(room, player);

  async function protestAbout(last, each, about) {
    const given = await why({ title: "Protest", about: `You think that ${about} was misjudged: “${each.text}” was ${each.outcome}, and the answer is ${printed(last.answer_line).textContent}.`, button: "Protest" });
    if (given) send({ do: "protest", number: last.number, player: each.player, reason: given.reason }, "Your protest");
  }

  async function ruleOn(number, player, about, protested = "") {
    const given = await why({ title: "Ruling", about: `What ${about} was counts from the beginning.`, button: "Decide", outcome: true });
    if (given) send({ do: "rule", number, player, outcome: given.outcome, reason: given.reason, protest: protested }, "Your ruling");
  }

  // Ask for a reason, and for an outcome if there is one to give; null: rather not.
  function why({ title, about, button, outcome = false }) {
    const [dialog, form] = [byId("why"), byId("why-form")];
    byId("why-title").textContent = title;
    byId("why-about").textContent = about;
    byId("why-send").textContent = button;
    byId("why-outcome").hidden = !outcome;
    for (const each of form.elements.outcome) { each.checked = false; each.required = outcome; }
    byId("why-reason").value = "";
    dialog.returnValue = "";
    dialog.showModal();
    return new Promise((resolve) => dialog.addEventListener("close", () => resolve(dialog.returnValue === "yes" ? { reason: byId("why-reason").value, outcome: form.elements.outcome.value } : null), { once: true }));
  }
  byId("invite")?.addEventListener("done", ({ detail }) => {
    byId("invitation").hidden = false;
    byId("link").value = new URL(detail.address, location).href;
    byId("link").focus();
  });
  byId("why-not").addEventListener("click", () => byId("why").close(""));

  byId("buzz").addEventListener("pointerdown", (event) => { if (event.button === 0) buzz(); }); // not when the finger is lifted: that is late
  byId("buzz").addEventListener("click", (event) => { if (!event.detail) buzz(); }); // by a screen reader or Enter
  byId("answer").addEventListener("submit", (event) => {
    event.preventDefault();
    send({ do: "answer", number: seen.number, part: seen.stage === "bonus" ? seen.parts.at(-1).part : 0, text: byId("answer-text").value.trim() }, "Your answer");
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || event.target.closest("input:not([type=checkbox]), select, textarea") || document.querySelector("dialog[open]")) return;
    if (event.key === " " && room?.player && !event.target.closest("button:not(#buzz), a, input, summary")) { event.preventDefault(); buzz(); return; }
    if (event.key === "b") (byId("answer").hidden ? byId("buzz") : byId("answer-text")).focus();
    const act = ACTS.find(([, key]) => key === event.key);
    if (act && mayDo(act)) { event.preventDefault(); run(act); }
  });
}
