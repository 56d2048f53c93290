// The text of a tossup with the buzzes as marks over it.
import { element } from "./elements.js";

// A mark has `words` (heard by then), `name`, and an `outcome`: right, wrong, prompt, or nothing yet.
const SIGNS = { right: "✓", wrong: "✗", prompt: "…" };
const MEANINGS = { right: "right", wrong: "wrong", prompt: "asked for more" };

export function mark({ name, outcome }) {
  const said = outcome ? `${name} buzzed: ${MEANINGS[outcome]}` : `${name} buzzed`;
  return element("span", { class: `buzz-mark ${outcome ?? ""}`, title: said }, element("b", { class: "rings", role: "img", "aria-label": "buzz:" }), name, outcome ? ` ${SIGNS[outcome]}` : "");
}

// Nodes: the text, each mark behind the last word that was heard before the buzz.
export function withMarks(text, marks) {
  const ends = [...text.matchAll(/\S+/g)].map((each) => each.index + each[0].length);
  const nodes = [];
  let from = 0;
  for (const each of [...marks].sort((one, other) => one.words - other.words)) {
    const end = each.words && ends.length ? ends[Math.min(each.words, ends.length) - 1] : 0;
    nodes.push(text.slice(from, end), mark(each));
    from = end;
  }
  return [...nodes, text.slice(from)];
}

// A question that is being read grows at its end; what stands there already is left alone.
export class Growing {
  constructor(place) { Object.assign(this, { place, text: "", marks: "[]" }); }

  show(text, marks) {
    const told = JSON.stringify(marks);
    if (told === this.marks && text.startsWith(this.text)) this.place.append(text.slice(this.text.length));
    else this.place.replaceChildren(...withMarks(text, marks));
    Object.assign(this, { text, marks: told });
    this.place.parentElement.scrollTop = this.place.parentElement.scrollHeight; // the newest words are those that count
  }
}

// An answer line as it is printed: what is required is bold and underlined. Nothing of it is read as HTML.
export function printed(line) {
  const top = element("span");
  let inside = top;
  for (const part of line.split(/(<\/?(?:b|u|em|sub|sup)>)/)) {
    const [, closes, tag] = /^<(\/?)(\w+)>$/.exec(part) ?? [];
    if (!tag) inside.append(part.replace(/&lt;/g, "<").replace(/&gt;/g, ">").replace(/&amp;/g, "&"));
    else if (closes) inside = inside.parentElement ?? top;
    else { const within = element(tag); inside.append(within); inside = within; }
  }
  return top;
}
