// What the systems make of the text: guesses, evidence, the bell. Nothing of it moves the text that is written.
import { element } from "./elements.js";
import { agreement, marked, read } from "./reading.js";

const percent = (share) => (share >= 0.995 ? "1.00" : `.${String(Math.round(share * 100)).padStart(2, "0")}`);
const MOVE = 5; // changes of mind that are named

export class Shown {
  constructor(rules, choose) {
    Object.assign(this, { rules, choose, frozen: false, looks: {}, chosen: {}, last: null });
  }

  freeze(frozen) {
    this.frozen = frozen;
    if (!frozen && this.last) this.draw(this.last);
  }

  // Guesses come first, evidence and the bell after them; each replaces what was there of its kind.
  look(look, state) {
    const before = this.looks[look.system] ?? {};
    const rung = "bell" in look || look.silent;
    const bell = rung ? { bell: look.bell ?? null, silent: look.silent ?? false, stale: false } : look.guesses ? { stale: true } : {};
    this.looks[look.system] = { ...before, ...look, ...bell };
    this.last = state;
    if (!this.frozen) this.draw(state, look.system);
  }

  draw(state, only) {
    for (const [system, look] of Object.entries(this.looks)) {
      if (only && only !== system) continue;
      const place = document.querySelector(`[data-system="${CSS.escape(system)}"]`);
      if (!place) continue;
      const draw = (name, nodes) => place.querySelector(`.${name}`)?.replaceChildren(...nodes);
      const focused = document.activeElement?.closest(".guesses") && place.contains(document.activeElement) ? document.activeElement.dataset.answer : null;
      if (look.guesses) draw("guesses", this.guesses(system, look));
      if (focused) (place.querySelector(`[data-answer="${CSS.escape(focused)}"]`) ?? place.querySelector(".guess"))?.focus(); // who is there by keyboard stays there
      if (look.answers) draw("guesses", this.answers(look));
      if (look.evidence) draw("evidence", this.evidence(look, state));
      if (look.guesses) draw("bell", this.bell(look));
    }
  }

  guesses(system, { guesses }) {
    const chosen = guesses.guesses.some(([answer]) => answer === this.chosen[system]) ? this.chosen[system] : guesses.guesses[0]?.[0];
    const rows = guesses.guesses.map(([answer, probability, right, prompt], at) => element("li", {},
      element("button", { type: "button", class: `guess${right ? " truth" : ""}`, "aria-pressed": String(answer === chosen), "data-answer": answer, onclick: () => this.pick(system, answer) },
        element("span", { class: "number" }, String(at + 1)), element("span", { class: "name" }, answer, right ? " ✓" : "", prompt ? element("span", { class: "hint" }, " prompt") : ""), element("span", { class: "n" }, percent(probability)))));
    const rank = !guesses.rank ? "Your answer is not among the first 20." : guesses.rank === 1 ? "It has your answer." : `Your answer: rank ${guesses.rank}.`;
    const before = guesses.prompted && (!guesses.rank || guesses.prompted < guesses.rank) ? ` At guess ${guesses.prompted} a reader would ask for more.` : "";
    return [...rows, element("li", { class: "rank" }, rank + before)];
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
      ] : [element("p", { class: "hint" }, ...this.legend(evidence))]),
      ...fields.map((field) => element("p", { class: "weighed" }, ...(fields.length > 1 ? [element("span", { class: "field" }, field)] : []),
        ...read(state.fields[field] ?? "", evidence.spans.filter((each) => each.field === field), stale ? null : bell))),
    ];
  }

  legend(evidence) {
    const how = { occlusion: "what changes when a word is left out", "integrated gradients": "by the gradients of the network" }[evidence.method];
    return [element("span", { class: "for-2" }, "Blue words"), " speak for it, ", element("span", { class: "against-2" }, "red dashed ones"), ` against it${how ? `: ${how}` : ""}.`];
  }

  bell({ bell, silent, stale }) {
    if (stale) return [element("p", { class: "hint" }, "It is listening …")];
    if (silent || !bell) return [element("p", {}, "It would not buzz.")];
    const more = bell.changes.length - MOVE;
    const changes = bell.changes.length ? `, and change its mind ↺ at ${bell.changes.slice(0, MOVE).join(", ")}${more > 0 ? ` and ${more} more` : ""}` : "";
    return [element("p", {}, `It would buzz after word ${bell.word} with ${bell.answer}, ${bell.right ? "rightly" : bell.prompt ? "and be asked for more" : "wrongly"}${changes}.`)];
  }
}
