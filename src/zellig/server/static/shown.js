// What the systems make of the text: guesses, evidence, the bell. Nothing of it moves the text that is written.
import { byId, element } from "./elements.js";

const percent = (share) => (share >= 0.995 ? "1.00" : `.${String(Math.round(share * 100)).padStart(2, "0")}`);

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
    const bell = "bell" in look || look.silent ? { bell: look.bell ?? null, silent: look.silent ?? false } : {};
    this.looks[look.system] = { ...before, ...look, ...bell, ...(look.guesses ? { stale: true } : {}), ...("bell" in look || look.silent ? { stale: false } : {}) };
    this.last = state;
    if (!this.frozen) this.draw(state, look.system);
  }

  draw(state, only) {
    for (const [system, look] of Object.entries(this.looks)) {
      if (only && only !== system) continue;
      const place = document.querySelector(`[data-system="${CSS.escape(system)}"]`);
      if (!place) continue;
      const draw = (name, nodes) => place.querySelector(`.${name}`)?.replaceChildren(...nodes);
      if (look.guesses) draw("guesses", this.guesses(system, look));
      if (look.answers) draw("guesses", this.answers(look));
      if (look.evidence) draw("evidence", this.evidence(look.evidence, state));
      if (look.guesses) draw("bell", this.bell(look, state));
    }
  }

  guesses(system, { guesses }) {
    const chosen = guesses.guesses.some(([answer]) => answer === this.chosen[system]) ? this.chosen[system] : guesses.guesses[0]?.[0];
    const rows = guesses.guesses.map(([answer, probability, right], at) => element("li", {},
      element("button", { type: "button", class: `guess${right ? " truth" : ""}`, "aria-pressed": String(answer === chosen), onclick: () => { this.chosen[system] = answer; this.choose(system, answer); } },
        element("span", { class: "number" }, String(at + 1)), element("span", { class: "name" }, answer, right ? " ✓" : ""), element("span", { class: "n" }, percent(probability)))));
    const rank = guesses.rank === null ? "Your answer is not among the first 20." : guesses.rank === 1 ? "It has your answer." : `Your answer: rank ${guesses.rank}.`;
    return [...rows, element("li", { class: "rank" }, rank)];
  }

  answers({ answers }) {
    const words = this.rules.words ?? {};
    return Object.entries(answers).map(([side, each]) => element("li", {}, element("span", { class: "field" }, side), element("b", {}, words[each.answer] ?? String(each.answer)),
      " ", Object.entries(each.probabilities ?? {}).map(([label, share]) => `${words[label] ?? label} ${percent(share)}`).join(" · ")));
  }

  evidence(evidence, state) {
    const sources = (evidence.sources ?? []).map((source) => element("li", {}, marked(source.text, source.matches ?? []), element("span", { class: "hint" }, ` ${source.origin}`)));
    return [
      element("p", { class: "hint" }, sources.length ? `What speaks for ${evidence.answer}:` : `The words that speak for ${evidence.answer}, and against it:`),
      ...(sources.length ? [element("ul", { class: "sources" }, ...sources)] : []),
      weighed(evidence, state),
    ];
  }

  bell({ bell, silent, stale }, state) {
    if (stale) return [element("p", { class: "hint" }, "It is listening …")];
    if (silent || !bell) return [element("p", {}, "It would not buzz.")];
    const changes = bell.changes.length ? `, and change its mind at ${bell.changes.slice(0, 5).join(", ")}${bell.changes.length > 5 ? " …" : ""}` : "";
    return [
      element("p", {}, `It would buzz after word ${bell.word} with ${bell.answer}, ${bell.right ? "rightly" : "wrongly"}${changes}.`),
      element("p", { class: "heard" }, ...rung(Array.from(state.fields.text ?? ""), bell.place)),
    ];
  }
}

// The text up to the bell, the bell, and what nobody would hear any more.
function rung(letters, place) {
  return [letters.slice(0, place).join(""), element("b", { class: "rings", role: "img", "aria-label": "bell" }), element("span", { class: "unheard" }, letters.slice(place).join(""))];
}

// A text with some of its parts marked; places are characters.
export function marked(text, places) {
  const letters = Array.from(text);
  const parts = [];
  let at = 0;
  for (const [start, end] of places) {
    parts.push(letters.slice(at, start).join(""), element("mark", {}, letters.slice(start, end).join("")));
    at = end;
  }
  return element("span", {}, ...parts, letters.slice(at).join(""));
}

// The words of the text, the stronger the more they speak for the answer (or against it).
function weighed(evidence, state) {
  const most = Math.max(...evidence.spans.map((each) => Math.abs(each.weight)), 1e-9);
  const parts = [];
  for (const field of new Set(evidence.spans.map((each) => each.field))) {
    const letters = Array.from(state.fields[field] ?? "");
    let at = 0;
    for (const { start, end, weight } of evidence.spans.filter((each) => each.field === field).sort((one, other) => one.start - other.start)) {
      if (end > letters.length || start < at) continue;
      const strength = Math.ceil((3 * Math.abs(weight)) / most);
      parts.push(letters.slice(at, start).join(""), strength ? element("span", { class: `${weight > 0 ? "for" : "against"}-${strength}` }, letters.slice(start, end).join("")) : letters.slice(start, end).join(""));
      at = end;
    }
    parts.push(letters.slice(at).join(""), " ");
  }
  return element("p", { class: "weighed" }, ...parts);
}
