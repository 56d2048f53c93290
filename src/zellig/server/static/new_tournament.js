// Founding a tournament: teams and their programs, phases, questions from files, texts and sets, rules.
import { byId, tellNext } from "./elements.js";
import { clearRefusal, during, go, nameAfter } from "./forms.js";
import { matchRules } from "./match_rules.js";
import { packetsIn } from "./packet_text.js";
import { Refusal, send } from "./send.js";

const form = byId("found");
const lines = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);

// A row of a template, whose fields are found by `data-of`.
function addRow(template, into) {
  const row = byId(template).content.firstElementChild.cloneNode(true);
  row.querySelector("[data-remove]").addEventListener("click", () => { row.remove(); arrange(); });
  row.addEventListener("change", arrange);
  byId(into).append(row);
  arrange();
  return row;
}

const field = (row, name) => row.querySelector(`[data-of="${name}"]`);
const rowsOf = (name) => [...form.querySelectorAll(`.${name}`)];

function teams() {
  return lines(form.elements.teams.value).map((line) => {
    const [name, ...group] = line.split(":");
    return { name: name.trim(), group: group.join(":").trim() };
  });
}

// What rows show hangs on what is chosen in them, and on the teams.
function arrange() {
  const names = teams().map((each) => each.name);
  for (const row of rowsOf("program")) {
    const team = field(row, "team");
    const chosen = team.value;
    team.replaceChildren(...names.map((name) => new Option(name, name)));
    if (names.includes(chosen)) team.value = chosen;
    for (const each of row.querySelectorAll("[data-at-address]")) each.hidden = field(row, "system").value !== "";
    field(row, "address").required = field(row, "system").value === "";
  }
  rowsOf("phase").forEach((row, place) => {
    row.querySelector("[data-swiss]").hidden = field(row, "pairing").value !== "swiss";
    row.querySelector("[data-later]").hidden = place === 0;
    row.querySelector("[data-remove]").hidden = place === 0;
  });
}

function planned() {
  const programs = rowsOf("program").map((row) => {
    const system = field(row, "system").value;
    const at = { address: field(row, "address").value, token: field(row, "token").value || null };
    return { team: field(row, "team").value, program: { name: field(row, "name").value, ...(system ? { system } : at) } };
  });
  return teams().map((each) => ({ ...each, programs: programs.filter(({ team }) => team === each.name).map(({ program }) => program) }));
}

const phases = () => rowsOf("phase").map((row, place) => {
  const pairing = field(row, "pairing").value;
  const best = place ? field(row, "best").value : "";
  return { pairing, ...(pairing === "swiss" ? { rounds: Number(field(row, "rounds").value) } : {}), ...(best ? { best: Number(best) } : {}) };
});

// All packets of a kind: of files by their names, of the text, and of sets.
async function brought(kind) {
  const part = form.querySelector(`[data-brought="${kind}"]`);
  const files = [...(part.querySelector("input[type=file]")?.files ?? [])].sort((a, b) => a.name.localeCompare(b.name, undefined, { numeric: true }));
  const texts = await Promise.all(files.map((file) => file.text()));
  const pasted = part.querySelector("textarea")?.value.trim();
  const packets = [...texts, ...(pasted ? [pasted] : [])].flatMap((text) => packetsIn(text, kind)).map((packet) => ({ packet }));
  const chosen = [...(part.querySelector("select")?.selectedOptions ?? [])].map(({ value }) => {
    const [workshop, set, number] = value.split(" ");
    return { of_set: { workshop, set, number: Number(number) } };
  });
  return [...packets, ...chosen];
}

async function count(part) {
  const said = part.querySelector("[role=status]");
  try {
    const found = await brought(part.dataset.brought);
    const tossups = found.reduce((sum, { packet }) => sum + (packet?.tossups.length ?? 0), 0);
    said.textContent = found.length ? `${found.length} packet${found.length === 1 ? "" : "s"}${tossups ? `, ${tossups} tossup${tossups === 1 ? "" : "s"} of files and texts` : ""}.` : "";
  } catch (error) {
    said.textContent = error.message;
  }
}

async function questions() {
  const kinds = form.elements.from.value === "matched" ? ["control", "challenge"] : ["packets", "reserve"];
  const found = Object.fromEntries(await Promise.all(kinds.map(async (kind) => [kind, await brought(kind)])));
  if (!found[kinds[0]].length) throw new Refusal({ detail: "there are no questions yet", remedy: "Choose files, or paste packets.", where: `field ${kinds[0]}` });
  return { ...found, ...(kinds[0] === "control" ? { spares: Number(form.elements.spares.value) } : {}) };
}

// "Anchors wrote q17, q18": who it is may have several words.
function seen() {
  const how = form.elements.seen.dataset.how.replaceAll(" ", "|");
  return lines(form.elements.seen.value).map((line) => {
    const found = new RegExp(`^(.+?) (${how}) (.+)$`).exec(line);
    if (!found) throw new Refusal({ detail: `"${line}" does not say who has seen what`, remedy: "Write it as: Anchors wrote q17, q18.", where: "field seen" });
    return { who: found[1], how: found[2], questions: found[3].split(",").map((each) => each.trim()).filter(Boolean) };
  });
}

function start() {
  const rules = matchRules(form);
  byId("add-program").addEventListener("click", () => field(addRow("program", "programs"), "team").focus());
  byId("add-phase").addEventListener("click", () => field(addRow("phase", "phases"), "pairing").focus());
  addRow("phase", "phases");
  form.elements.teams.addEventListener("input", arrange);
  form.addEventListener("change", ({ target }) => {
    const part = target.closest("[data-brought]");
    if (part) { clearRefusal(form); count(part); }
    if (target.name !== "from") return;
    for (const each of form.querySelectorAll("[data-from]")) each.hidden = each.dataset.from !== target.value;
  });
  nameAfter(form.elements.title, form.elements.tournament);
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    during(form, async () => {
      const { title, tournament, spectators, moderators, seed, licence } = form.elements;
      const found = await send("POST", "/api/v1/tournaments", {
        tournament: tournament.value, title: title.value, teams: planned(), phases: phases(), questions: await questions(), rules: rules(), seen: seen(),
        about: { spectators: spectators.checked, moderators: moderators.checked }, ...(seed.value ? { seed: Number(seed.value) } : {}), ...(licence.value ? { licence: licence.value } : {}),
      });
      tellNext("The tournament is founded. Invite people to their teams; then make the first round.");
      return go(`/tournaments/${found.tournament}`);
    });
  });
}

if (form) start();
