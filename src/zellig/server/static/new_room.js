// Founding a room: the packet as a file, pasted, or of a set; rules of a set, or changed.
import { byId, tellNext } from "./elements.js";
import { clearRefusal, during, go, nameAfter } from "./forms.js";
import { matchRules } from "./match_rules.js";
import { packetsIn } from "./packet_text.js";
import { send } from "./send.js";

const form = byId("found");

// The questions, or a refusal that says what to do about them.
function questions() {
  if (form.elements.from.value === "set") {
    const [workshop, set, number] = form.elements.of_set.value.split(" ");
    return { of_set: { workshop, set, number: Number(number) } };
  }
  return { packet: packetsIn(form.elements.packet.value, "packet")[0] };
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
  const rules = matchRules(form);
  byId("file").addEventListener("change", async ({ target }) => {
    if (target.files[0]) form.elements.packet.value = await target.files[0].text();
    count();
  });
  form.elements.packet.addEventListener("input", () => { clearRefusal(form); count(); });
  form.addEventListener("change", ({ target }) => {
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
}

if (form) start();
