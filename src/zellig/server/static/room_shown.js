// What is shown of a match at a moment: sentences and elements, made of what the viewer was handed and of who plays.
import { element } from "./elements.js";
import { printed, withMarks } from "./room_text.js";

export const named = (room, player) => room.players.find((each) => each.id === player)?.name ?? player;
export const teamOf = (room, player) => room.players.find((each) => each.id === player)?.team;
const teamNamed = (room, team) => room.teams.find((each) => each.id === team)?.name ?? team;
const points = (number) => `${number > 0 ? "+" : ""}${number}`.replace("-", "−");
const score = (number) => String(number).replace("-", "−");

// Where the match is, in a sentence; it is read aloud to who cannot see, so it changes with the stage and not with the words.
export function sentence(room, seen) {
  const { stage, number, player, answers = [], team } = seen;
  const last = answers.at(-1);
  const wrong = last?.outcome === "wrong" ? `${last.player === room.player ? "You were" : `${named(room, last.player)} was`} wrong. ` : "";
  if (seen.paused) return "Paused.";
  switch (stage) {
    case "over": return `The match is over: ${result(room, seen)}.`;
    case "waiting": return number ? over(room, seen) : "The match has begun. The moderator reads the first tossup.";
    case "reading": return seen.read ? `${wrong}That was all of it: buzz if you know it.` : `${wrong}${wrong ? "The reading goes on." : "It is being read."}`;
    case "racing": return "Somebody has buzzed.";
    case "bonus": return `Bonus for ${teamNamed(room, team)}.`;
  }
  const own = player === room.player;
  if (last?.outcome === "prompt" && last.player === player) return own ? "Not wrong, but not enough: say more." : `${named(room, player)} is asked for more.`;
  return own ? "You have the buzz: answer." : `${named(room, player)} has buzzed, and answers.`;
}

function over(room, seen) {
  if (!stillShown(seen)) return "It was skipped, and nothing of it counts.";
  const right = seen.last.answers.find((each) => each.outcome === "right");
  const who = !right ? "Nobody was right" : right.player === room.player ? "You were right" : `${named(room, right.player)} was right`;
  return `${who}: ${printed(seen.last.answer_line).textContent}.`;
}

// Is the tossup that was finished last the one whose text stands in the middle?
export const stillShown = (seen) => ["waiting", "over"].includes(seen.stage) && seen.last?.number === seen.number;

export const result = (room, seen) => room.teams.map((each) => `${each.name} ${score(seen.scores[each.id] ?? 0)}`).join(", ");

// Who was first, and by how much, when what is allowed for the lines was taken off.
export function race(room, { buzzes = [] }) {
  const [first, ...others] = buzzes;
  if (!first) return "";
  if (!others.length) return `${named(room, first.player)} buzzed alone.`;
  const tied = (each) => first.by_lot && Math.abs(each.after) <= room.rules.fairness.tie;
  const by = (each) => (tied(each) ? `as early as ${named(room, each.player)}, and won the lot` : `${each.after} ms before ${named(room, each.player)}`);
  return `${named(room, first.player)} buzzed ${others.map(by).join(", ")}. Allowances: ${buzzes.map((each) => `${named(room, each.player)} ${each.allowance} ms`).join(", ")}.`;
}

const marksOf = (room, last) => last.answers.map((each) => ({ words: each.words, name: named(room, each.player), outcome: each.outcome }));

// The buzzes of the tossup that is played, or was played last.
export function marksNow(room, seen) {
  if (stillShown(seen)) return marksOf(room, seen.last);
  const found = (seen.answers ?? []).filter((each) => each.outcome !== "prompt").map((each) => ({ words: each.words, name: named(room, each.player), outcome: each.outcome }));
  if (seen.stage === "answering") {
    const prompted = (seen.answers ?? []).findLast((each) => each.player === seen.player);
    found.push({ words: prompted?.words ?? Infinity, name: named(room, seen.player), ...(prompted ? { outcome: "prompt" } : {}) });
  }
  return found;
}

export function teams(room, seen) {
  return room.teams.map((team) => {
    const [out, players] = [(seen?.out ?? []).includes(team.id), room.players.filter((each) => each.team === team.id)];
    return element("div", { class: `team${out ? " out" : ""}` },
      element("h2", {}, team.name, " ", element("span", { class: "n" }, seen ? score(seen.scores[team.id] ?? 0) : "")),
      out ? element("p", { class: "hint" }, "out for this tossup") : "",
      players.length ? element("ul", {}, ...players.map((each) => seat(room, seen, each))) : element("p", { class: "hint" }, "Nobody plays for this team yet."));
  });
}

function seat(room, seen, each) {
  const turn = seen?.stage === "answering" && seen.player === each.id;
  return element("li", turn ? { class: "turn-now" } : {},
    element("span", { class: "name" }, turn ? "▸ " : "", each.name, each.id === room.player ? " (you)" : "", each.kind === "program" ? element("span", { class: "badge" }, "program") : ""),
    element("span", { class: "hint" }, connected(seen, each), each.missed ? ` said nothing to ${each.missed}` : ""), element("span", { class: "n" }, seen ? score(seen.points[each.id] ?? 0) : ""));
}

// What is allowed for the line of a player, for everybody to see.
function connected(seen, { id, kind, here, line }) {
  const allowed = seen?.allowances[id] ?? 0;
  if (!here) return "away";
  if (line === "proxy") return "none behind a proxy";
  if (line === "measured" || allowed) return `${allowed} ms`;
  return kind === "person" ? "not measured yet" : "";
}

// A tossup that is over: its text with the buzzes over it, unless that stands above; the answer, and who said what. `acts` gives what can be
// done about an answer.
export function ended(room, last, acts, above) {
  return [
    ...(above ? [] : [element("p", { class: "judged-text" }, ...withMarks(last.text, marksOf(room, last)))]),
    element("p", {}, "Answer: ", element("span", { class: "accepted-line" }, printed(last.answer_line))),
    ...(last.answers.length ? [element("ul", { class: "list" }, ...last.answers.map((each) => given(room, last, each, acts)))] : [element("p", { class: "hint" }, "Nobody answered.")]),
    ...(last.parts.length ? [element("h3", {}, "Bonus"), element("ul", { class: "list" }, ...last.parts.map((each) => element("li", {},
      element("p", {}, `${teamNamed(room, each.team)}, part ${each.part}: `, said(each.text), " ", verdict(each.outcome), ` ${points(each.points)} `, element("span", { class: "hint" }, printed(last.part_lines[each.part - 1] ?? ""))))))] : []),
  ];
}

function given(room, last, each, acts) {
  const ruled = each.outcome === each.judged ? "" : element("span", { class: "hint" }, ` after a ruling; it was judged ${each.judged}`);
  const sure = each.confidence == null ? "" : element("span", { class: "hint" }, ` sure to ${Math.round(100 * each.confidence)}%`);
  return element("li", {}, element("p", {}, element("b", {}, named(room, each.player)), ` after ${each.words} word${each.words === 1 ? "" : "s"}: `, said(each.text), " ", verdict(each.outcome), ` ${points(each.points)}`, sure, ruled, " ", ...acts(last, each)));
}

const said = (text) => (text ? element("q", {}, text) : element("span", { class: "hint" }, "nothing in time"));
const verdict = (outcome) => element("span", { class: outcome }, outcome === "right" ? "✓ right" : "✗ wrong");

// Who decides on protests: nobody who plays does.
const decides = ({ rulers }) => rulers.join(" or ") || "an operator of this server: everybody else who could decide plays";

// What waits for a ruling that nobody in the room can give: told to the host, who can ask for it.
export function waiting(room, { protests = [] }) {
  const many = protests.filter((each) => !each.ruled).length;
  if (!many || room.rulers.length || !room.you.includes("host")) return "";
  return `${many === 1 ? "A protest waits" : `${many} protests wait`} for a ruling, and you play: only an operator of this server can give it. Send them the address of this page.`;
}

export function protest(room, each, acts) {
  const ruling = each.ruled ? [element("p", {}, "Ruling: ", verdict(each.ruled), `. ${each.because}`)] : [element("p", { class: "hint" }, `It waits for a ruling of ${decides(room)}.`)];
  return element("li", {}, element("p", {}, element("b", {}, named(room, each.by)), ` about ${each.player === each.by ? "the own" : `${named(room, each.player)}'s`} answer to tossup ${each.number}: ${each.reason}`), ...ruling, ...acts(each));
}

export function bonus(room, seen) {
  return [element("p", {}, seen.lead_in), ...(seen.parts ?? []).map((each) => element("p", { class: each.outcome ? "hint" : "part-now" }, `${each.part}. ${each.question} `, ...(each.outcome ? [verdict(each.outcome)] : [])))];
}
