// The pen of a tab: strokes are numbered, kept in this browser until the server has them, and sent again after a lost connection.
import { Line } from "./line.js";
import { newKey } from "./send.js";

export class Pen extends Line {
  // `told` is called with every message, `line` with how the connection is.
  constructor(address, draft, told, line) {
    super(address, line);
    Object.assign(this, { told, holds: false, take: false, apart: false, behind: false });
    this.tab = sessionStorage.getItem(`tab ${draft}`) ?? newKey();
    sessionStorage.setItem(`tab ${draft}`, this.tab); // a reload is the same tab, and a second one is not
    this.place = `strokes ${draft} ${this.tab}`;
    const kept = JSON.parse(localStorage.getItem(this.place) ?? "null");
    this.first = kept?.first ?? 1; // the number of the first stroke that the server may not have
    this.unsent = kept?.unsent ?? [];
    this.after = kept?.after ?? null; // the last stroke of the draft, tab and number, that these follow
    this.state = kept?.state ?? null; // the whole draft after them, should another tab have written meanwhile
    this.connect();
  }

  greeting() { return { do: "open", tab: this.tab, take: this.take }; }

  hear(message) {
    if (message.told === "opened") {
      this.drop(message.kept);
      this.failed = 0;
      this.behind = this.unsent.length > 0 && Boolean(message.last) && message.last[0] !== this.tab && String(message.last) !== String(this.after);
      this.holds = message.pen;
      this.take = false; // a tab that loses the pen later does not take it back by itself
      this.told(message, [...this.unsent]);
      if (this.behind) return; // nothing of this goes onto the text of another tab
      this.after = message.last;
      this.ready = message.pen; // not before: what is written while this is told goes out in its order
      if (this.ready) this.flush(this.first);
      this.line(this.unsent.length ? "sending" : "kept");
      return;
    }
    if (message.told === "kept") { this.after = [this.tab, message.upto]; this.drop(message.upto); this.line(this.unsent.length ? "sending" : "kept"); }
    this.told(message, []);
  }

  drop(upto) {
    this.unsent.splice(0, Math.max(0, upto + 1 - this.first));
    this.first = Math.max(this.first, upto + 1);
    this.keep();
  }

  keep() {
    if (this.unsent.length) localStorage.setItem(this.place, JSON.stringify({ first: this.first, unsent: this.unsent, after: this.after, state: this.state }));
    else localStorage.removeItem(this.place);
  }

  // Write strokes, after which the draft is in this state: they are in this browser at once.
  write(state, ...strokes) {
    this.state = state;
    const next = this.first + this.unsent.length;
    this.unsent.push(...strokes);
    this.keep();
    if (this.ready) this.flush(next);
    else this.line("away");
    return next + strokes.length - 1; // the number of the last
  }

  flush(from) {
    for (let at = from - this.first; at < this.unsent.length; at += 200) {
      this.socket.send(JSON.stringify({ do: "send", first: this.first + at, strokes: this.unsent.slice(at, at + 200) }));
    }
  }

  // The server has another text than this tab, and takes nothing more over this connection.
  openAgain() {
    this.apart = true;
    this.socket.close();
    this.connect();
  }

  // What waits does not fit what is kept: instead, when the draft has been opened again, strokes are sent that make the one of the other.
  replace(state, ...strokes) {
    this.apart = false;
    this.state = state;
    this.unsent = strokes;
    this.keep();
  }

  // The tab is closed: another one may write, once it has all strokes of this one.
  leave() {
    if (this.holds && this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify({ do: "leave" }));
  }

  takeOver() {
    this.take = true;
    this.socket.close();
    this.failed = 0;
    setTimeout(() => this.connect());
  }
}

// The stroke that makes one text of another; places are characters, not halves of them.
export function typed(field, before, after) {
  const [old, now] = [Array.from(before), Array.from(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old[old.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  return { stroke: "typed", field, start, end: old.length - end, text: now.slice(start, now.length - end).join(""), length: now.length };
}

// A draft after a stroke, as the server has it.
export function written(draft, stroke) {
  if (stroke.stroke === "noted") return { ...draft, notes: stroke.notes };
  if (stroke.stroke !== "typed") return draft;
  const text = Array.from(draft.fields[stroke.field] ?? "");
  text.splice(stroke.start, stroke.end - stroke.start, ...Array.from(stroke.text));
  return { ...draft, fields: { ...draft.fields, [stroke.field]: text.join("") } };
}
