// What the systems make of the text: guesses, evidence, the bell. Nothing of it moves the text that is written.
import { element } from "./elements.js";
import { agreement, marked, read } from "./reading.js";

const percent = (share) => (share >= 0.995 ? "1.00" : `.${String(Math.round(share * 100)).padStart(2, "0")}`);
const MOVE = 5; // changes of mind that are named, and words

export class Shown {
  constructor(rules, choose) {
    Object.assign(this, { rules, choose, frozen: false, looks: {}, chosen: {}, last: null });
  }

  freeze(frozen) {
    this.frozen = frozen;
    this.answer = this.last?.notes.answer ?? "";
    if (!frozen && this.last) this.draw(this.last);
  }

  // Guesses come first, evidence and the bell after them; each replaces what was there of its kind.
  look(look, state) {
    const before = this.looks[look.system] ?? {};
    const rung = "bell" in look || look.silent;
    const bell = rung ? { bell: look.bell ?? null, silent: look.silent ?? false, stale: false, because: look.because ?? null } : look.guesses ? { stale: true, heard: null } : {};
    this.looks[look.system] = { ...before, ...look, ...bell };
    this.last = state;
    if (!this.frozen) this.draw(state, look.system);
    else if ((state.notes.answer ?? "") !== this.answer) this.outdated();
  }

  // How far it is with a long text, until it says where it would buzz.
  listening({ system, heard, words }) {
    const look = this.looks[system];
    if (!look?.stale) return;
    look.heard = `It is listening … word ${heard} of ${words}.`;
    if (!this.frozen) this.draw(this.last, system);
  }

  // Quiet, this side stays as it is; but what it says of the answer is no longer so when that is another one.
  outdated() {
    for (const each of document.querySelectorAll(".machine .rank")) each.textContent = "Your answer is another one by now. This side is quiet: it is about the one before.";
    for (const each of document.querySelectorAll(".machine .truth")) { each.classList.remove("truth"); each.querySelector(".name").replaceChildren(each.dataset.answer); }
  }

  draw(state, only) {
    for (const [system, look] of Object.entries(this.looks)) {
      if (only && only !== system) continue;
      const place = document.querySelector(`[data-system="${CSS.escape(system)}"]`);
      if (!place) continue;
      const draw = (name, nodes) => place.querySelector(`.${name}`)?.replaceChildren(...nodes);
      const focused = document.activeElement?.closest(".guesses") && place.contains(document.activeElement) ? document.activeElement.dataset.answer : null;
      if (look.guesses) draw("guesses", this.guesses(system, look, state));
      if (focused) (place.querySelector(`[data-answer="${CSS.escape(focused)}"]`) ?? place.querySelector(".guess"))?.focus(); // who is there by keyboard stays there
      if (look.answers) draw("guesses", this.answers(look));
      if (look.evidence) draw("evidence", this.evidence(look, state));
      if (look.guesses) draw("bell", this.bell(look, state));
    }
  }

  guesses(system, { guesses }, state) {
    const chosen = guesses.guesses.some(([answer]) => answer === this.chosen[system]) ? this.chosen[system] : guesses.guesses[0]?.[0];
    const rows = guesses.guesses.map(([answer, probability, right, prompt], at) => element("li", {},
      element("button", { type: "button", class: `guess${right ? " truth" : ""}`, "aria-pressed": String(answer === chosen), "data-answer": answer, onclick: () => this.pick(system, answer) },
        element("span", { class: "number" }, String(at + 1)), element("span", { class: "name" }, answer, right ? " ✓" : "", prompt ? element("span", { class: "hint" }, " prompt") : ""), element("span", { class: "n" }, percent(probability)))));
    const rank = !said(state) ? "Say what the answer is: then its rank stands here." : !guesses.rank ? "Your answer is not among the first 20." : guesses.rank === 1 ? "It has your answer." : `Your answer: rank ${guesses.rank}.`;
    const before = guesses.prompted && (!guesses.rank || guesses.prompted < guesses.rank) ? ` At guess ${guesses.prompted} a reader would ask for more.` : "";
    return [...rows, element("li", { class: "rank" }, rank + before), ...this.leftOut(guesses.left_out ?? [])];
  }

  // Questions that it has, and does not look up: without a word the machine would seem to be fooled.
  leftOut(names) {
    if (!names.length) return [];
    const near = names.filter((each) => each !== this.rules.rewrites);
    const why = near.length ? ` Your text is nearly ${near.length > 1 ? "these" : "that one"}, and would be told as a repeat.` : "";
    return [element("li", { class: "hint left-out" }, `Left out: ${names.join(", ")}. The machine answers by everything else that it has read.${why}`)];
  }

  pick(system, answer) {
    this.chosen[system] = answer;
    this.choose(system, answer);
    if (this.last) this.draw(this.last, system);
  }

  answers({ answers }) {
    const words = this.rules.words ?? {};
    const word = (label) => words[label] ?? String(label);
    return Object.entries(answers).map(([side, each]) => element("li", { class: "answered" }, element("span", { class: "field" }, side), element("b", {}, word(each.answer)),
      element("span", { class: "shares" }, ...Object.entries(each.probabilities ?? {}).map(([label, share]) => element("span", {}, `${word(label)} ${percent(share)}`, element("meter", { min: 0, max: 1, value: share, "aria-label": `${word(label)}, ${side}` }))))));
  }

  evidence({ evidence, bell, stale }, state) {
    const sources = evidence.sources ?? [];
    const strength = agreement(sources);
    const words = this.rules.words ?? {};
    const answer = words[evidence.answer] ?? String(evidence.answer);
    const fields = [...new Set([...evidence.spans.map((each) => each.field), ...(Object.keys(state.fields).length === 1 ? Object.keys(state.fields) : [])])];
    return [
      element("h3", {}, `What speaks for ${answer}`),
      ...(sources.length ? [
        element("ul", { class: "sources" }, ...sources.map((source) => element("li", {}, marked(source.text, source.matches ?? [], strength), element("span", { class: "hint" }, ` ${source.origin}`)))),
        element("p", { class: "hint" }, "Your words that it matched, the stronger the more of these texts agree:"),
      ] : [element("p", { class: "hint" }, ...(evidence.spans.length ? this.legend(evidence) : [none(evidence)]))]),
      ...fields.map((field) => element("p", { class: "weighed" }, ...(fields.length > 1 ? [element("span", { class: "field" }, field)] : []),
        ...read(state.fields[field] ?? "", evidence.spans.filter((each) => each.field === field), stale ? null : bell))),
    ];
  }

  legend(evidence) {
    const how = { occlusion: "what changes when a word is left out", "integrated gradients": "by the gradients of the network" }[evidence.method];
    return [element("span", { class: "for-2" }, "Blue words"), " speak for it, ", element("span", { class: "against-2" }, "red dashed ones"), ` against it${how ? `: ${how}` : ""}.`];
  }

  bell({ bell, silent, stale, heard, because }, state) {
    if (stale) return [element("p", { class: "hint" }, heard ?? "It is listening …")];
    if (silent || !bell) return [element("p", {}, "It would not buzz.")];
    const more = bell.changes.length - MOVE;
    const to = (at) => (bell.becomes?.[at] ? ` (${bell.becomes[at]})` : "");
    const changes = bell.changes.length ? `, and change its mind ↺ at ${bell.changes.slice(0, MOVE).map((word, at) => word + to(at)).join(", ")}${more > 0 ? ` and ${more} more` : ""}` : "";
    const verdict = !said(state) ? "" : bell.right ? ", rightly" : bell.prompt ? ", and be asked for more" : ", wrongly";
    return [element("p", {}, `It would buzz after word ${bell.word} with ${bell.answer}${verdict}${changes}.`), ...this.because(because, state)];
  }

  // What rang the bell: of the words that it had heard by then, and not of those that follow.
  because(evidence, state) {
    const weighty = (evidence?.spans ?? []).filter((each) => each.weight > 0).sort((one, other) => other.weight - one.weight);
    const found = weighty.map((each) => Array.from(state.fields[each.field] ?? "").slice(each.start, each.end).join(""));
    const words = [...new Map(found.map((word) => [word.toLowerCase(), word])).values()].slice(0, MOVE);
    const from = evidence?.sources?.[0]?.origin;
    return words.length ? [element("p", { class: "hint because" }, "What rang it: ", ...words.flatMap((word, at) => [at ? ", " : "", element("b", {}, word)]), from ? ` (${from})` : "", ".")] : [];
  }
}

const said = (state) => Boolean(state.notes.answer?.trim());
const none = ({ method }) => (method === "matches" ? "Nothing that you wrote is in what it has read. It names what it has read most about." : "No word of yours speaks for it or against it.");
