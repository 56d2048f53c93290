// Founding a room: the packet as a file, pasted, or of a set; rules of a set, or changed.
import { byId, tellNext } from "./elements.js";
import { clearRefusal, during, go, nameAfter } from "./forms.js";
import { Refusal, send } from "./send.js";

const form = byId("found");
const sets = JSON.parse(form?.dataset.sets ?? "{}");
const fields = [...(form?.querySelectorAll("[data-rule]") ?? [])];

// The value behind a key such as `bonus.value`.
const at = (rules, key) => key.split(".").reduce((inside, name) => inside?.[name], rules);

function fill() {
  for (const field of fields) {
    const value = at(sets[form.elements.set.value], field.dataset.rule);
    if (field.type === "checkbox") field.checked = value;
    else field.value = value ?? "";
  }
}

// The name of a set, or all of its keys if one of them was changed.
function rules() {
  const name = form.elements.set.value;
  const found = structuredClone(sets[name]);
  let changed = false;
  for (const field of fields) {
    const [key, ...inside] = field.dataset.rule.split(".").reverse();
    const value = field.type === "checkbox" ? field.checked : field.value === "" ? null : Number(field.value);
    const place = inside.length ? found[inside[0]] : found;
    if ((place[key] ?? null) === value) continue;
    changed = true;
    place[key] = value;
  }
  return changed ? { ...found, name: `${found.name}, changed` } : name;
}

// The questions, or a refusal that says what to do about them.
function questions() {
  if (form.elements.from.value === "set") {
    const [workshop, set, number] = form.elements.of_set.value.split(" ");
    return { of_set: { workshop, set, number: Number(number) } };
  }
  const text = form.elements.packet.value.trim();
  const refuse = (detail, remedy) => { throw new Refusal({ detail, remedy, where: "field packet" }); };
  if (!text) refuse("there are no questions yet", "Choose a file, or paste a packet.");
  let found = null;
  try { found = JSON.parse(text); } catch (error) { refuse(`this is not JSON (${error.message})`, "Paste all of the file, from its first bracket to its last one."); }
  if (Array.isArray(found)) found = { tossups: found };
  if (!Array.isArray(found?.tossups ?? found?.data?.tossups)) refuse("there is no list of tossups in it", 'A packet looks like {"tossups": [{"question": "…", "answer": "…"}]}.');
  return { packet: found.tossups ? found : found.data };
}

function count() {
  const said = byId("packet-said");
  if (!form.elements.packet.value.trim()) { said.textContent = ""; return; }
  try {
    const { tossups, bonuses } = questions().packet;
    said.textContent = `${tossups.length} tossup${tossups.length === 1 ? "" : "s"}${bonuses?.length ? ` and ${bonuses.length} bonus${bonuses.length === 1 ? "" : "es"}` : ", no bonuses"}.`;
  } catch (error) {
    said.textContent = error.message;
  }
}

function start() {
  byId("file").addEventListener("change", async ({ target }) => {
    if (target.files[0]) form.elements.packet.value = await target.files[0].text();
    count();
  });
  form.elements.packet.addEventListener("input", () => { clearRefusal(form); count(); });
  form.addEventListener("change", ({ target }) => {
    if (target.name === "set") fill();
    if (target.name !== "from") return;
    byId("of-file").hidden = target.value !== "file";
    byId("of-set").hidden = target.value !== "set";
  });
  nameAfter(form.elements.title, form.elements.room);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    during(form, async () => {
      const { title, room, team, teams, open, spectators, moderator, chat } = form.elements;
      const about = { open: open.checked, spectators: spectators.checked, moderator: moderator.checked, chat: chat.checked };
      const names = [...[...team].map((each) => each.value), ...teams.value.split("\n")].map((each) => each.trim()).filter(Boolean);
      const found = await send("POST", "/api/v1/rooms", { room: room.value, title: title.value, rules: rules(), about, teams: names, ...questions() });
      tellNext("The room is founded. Take a seat, seat programs, invite people; then begin.");
      return go(`/rooms/${found.room}`);
    });
  });
  fill();
}

if (form) start();
