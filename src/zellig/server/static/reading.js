// Texts with marks in them: matched words, words that decided, the bell. Places are characters, not halves of them.
import { element } from "./elements.js";

// A text with some of its parts marked; `strength` says how strongly a word is, from 1 to 3.
export function marked(text, places, strength = () => 1) {
  const letters = Array.from(text);
  const parts = [];
  let at = 0;
  for (const [start, end] of places) {
    const word = letters.slice(start, end).join("");
    parts.push(letters.slice(at, start).join(""), element("mark", { class: `agree-${strength(word)}` }, word));
    at = end;
  }
  return element("span", {}, ...parts, letters.slice(at).join(""));
}

// In how many of the sources a matched word is: the more agree, the stronger it is marked.
export function agreement(sources) {
  const found = new Map();
  const plain = (word) => word.toLowerCase();
  for (const { text, matches = [] } of sources) {
    const letters = Array.from(text);
    for (const word of new Set(matches.map(([start, end]) => plain(letters.slice(start, end).join(""))))) found.set(word, (found.get(word) ?? 0) + 1);
  }
  return (word) => Math.min(3, found.get(plain(word)) ?? 1);
}

const bellHere = () => element("b", { class: "rings", role: "img", "aria-label": "the bell rings here" });
const mindHere = () => element("b", { class: "turns", role: "img", "aria-label": "it changes its mind here" }, "↺");

// A text as the machine reads it: words that speak for the answer or against it, the stronger the more they
// weigh, the bell where it rings, and what follows that in grey.
export function read(text, spans, bell) {
  const letters = Array.from(text);
  const most = Math.max(...spans.map((each) => Math.abs(each.weight)), 1e-9);
  const cuts = new Map(); // at a place: what stands there
  if (bell) { cuts.set(bell.place, bellHere); for (const place of bell.turns ?? []) cuts.set(place, mindHere); }
  const edges = new Set([0, letters.length, ...cuts.keys()]);
  const known = spans.filter((each) => each.end <= letters.length && Math.round((3 * Math.abs(each.weight)) / most));
  for (const { start, end } of known) { edges.add(start); edges.add(end); }
  const places = [...edges].filter((each) => each <= letters.length).sort((one, other) => one - other);
  const parts = [];
  places.forEach((start, number) => {
    if (cuts.has(start)) parts.push(cuts.get(start)());
    const end = places[number + 1];
    if (end === undefined) return;
    const piece = letters.slice(start, end).join("");
    const span = known.find((each) => each.start <= start && end <= each.end);
    const classes = [];
    if (span) classes.push(`${span.weight > 0 ? "for" : "against"}-${Math.round((3 * Math.abs(span.weight)) / most)}`);
    if (bell && start >= bell.place) classes.push("unheard");
    parts.push(classes.length ? element("span", { class: classes.join(" ") }, piece) : piece);
  });
  return parts;
}
