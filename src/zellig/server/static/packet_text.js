// Questions that somebody pasted or chose as a file: packets as JSON, or questions, one JSON object a line.
import { Refusal } from "./send.js";

// The packets in a text; `field` is where it stands.
export function packetsIn(text, field) {
  const refuse = (detail, remedy) => { throw new Refusal({ detail, remedy, where: `field ${field}` }); };
  const read = (written) => {
    try { return JSON.parse(written); } catch (error) { return refuse(`this is not JSON (${error.message})`, "Paste all of the file, from its first bracket to its last one."); }
  };
  const lines = text.trim().split("\n");
  const one = (found) => [found, found?.data].find((each) => Array.isArray(each?.tossups)) ?? refuse("there is no list of tossups in it", 'A packet looks like {"tossups": [{"question": "…", "answer": "…"}]}.');
  if (!text.trim()) return refuse("there are no questions yet", "Choose a file, or paste a packet.");
  if (lines.length > 1 && lines.every((line) => line.trim().startsWith("{") && line.trim().endsWith("}"))) return [{ tossups: lines.map(read) }];
  const found = read(text);
  if (!Array.isArray(found)) return [one(found)];
  return found.some((each) => each?.tossups || each?.data) ? found.map(one) : [{ tossups: found }];
}
