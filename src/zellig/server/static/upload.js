// Uploading, and what became of it: asked for until it has ended.
import { byId, element, finding } from "./elements.js";
import { during } from "./forms.js";
import { uploadInParts } from "./in_parts.js";
import { newKey, Refusal, send } from "./send.js";
import { localise } from "./times.js";

const ENDED = ["accepted", "rejected", "withdrawn", "failed"];
const SHOWN = 200;
const LARGE = 4 * 2 ** 20; // bytes, from which on a file is sent in parts
const form = byId("upload");
const result = byId("result");

if (form) {
  const { kind, file, pasted } = form.elements;
  const drop = byId("drop");
  let key = newKey(); // of what is in the form: sent twice, it is one submission
  const example = () => { byId("example").textContent = kind.selectedOptions[0].dataset.example; };
  kind.addEventListener("change", example);
  example();
  form.addEventListener("input", () => { key = newKey(); });
  for (const name of ["dragover", "dragleave", "drop"]) drop.addEventListener(name, (event) => {
    event.preventDefault();
    drop.classList.toggle("over", name === "dragover");
    if (name === "drop" && event.dataTransfer.files.length) { file.files = event.dataTransfer.files; key = newKey(); }
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    during(form, async () => {
      const chosen = file.files[0] ?? (pasted.value.trim() ? new File([pasted.value.trim() + "\n"], "pasted.jsonl") : null);
      if (!chosen) throw new Refusal({ detail: "there is nothing to upload", remedy: "Choose a file, or paste lines.", where: "field file" });
      const submission = await upload(form.dataset.api, chosen, { kind: kind.value, filename: chosen.name.slice(-200), round: Number(form.dataset.round) }, key);
      history.replaceState(null, "", `?submission=${submission}`);
      form.reset();
      key = newKey();
      example();
      follow(submission);
    });
  });
}

async function upload(api, file, about, key) {
  if (file.size < LARGE || !crypto.subtle) { // which browsers have where the connection is a safe one
    return (await send("POST", `${api}/submissions?${new URLSearchParams(about)}`, file, { "Idempotency-Key": key })).submission;
  }
  const bar = element("progress", { max: 1, value: 0, "aria-label": "so much of the file has been sent" });
  form.append(bar);
  try { return await uploadInParts(api, file, about, (share) => { bar.value = share; }); } finally { bar.remove(); }
}

async function follow(name) {
  result.hidden = false;
  result.scrollIntoView({ block: "nearest" });
  for (;;) {
    let found;
    try { found = await send("GET", `${result.dataset.api}/submissions/${name}`); } catch (error) {
      if (error instanceof Refusal) { show({ state: "failed", reason: error.message, findings: [] }); return; }
    }
    if (found) {
      show(found);
      if (ENDED.includes(found.state)) { await renew(); return; }
    }
    await new Promise((done) => setTimeout(done, 1000));
  }
}

// The list of what was brought, as the server has it now.
async function renew() {
  const page = new DOMParser().parseFromString(await (await fetch(location.href)).text(), "text/html");
  const list = page.getElementById("brought");
  if (!list) return;
  localise(list);
  byId("brought").replaceWith(list);
}

function show(found) {
  const state = byId("state");
  state.textContent = found.state;
  state.className = `badge ${found.state}`;
  byId("reason").textContent = found.reason;
  byId("acts").replaceChildren(...acts(found));
  const order = { reject: 0, review: 1, warn: 2 };
  const rows = [...found.findings].sort((a, b) => order[a.severity] - order[b.severity] || a.line - b.line);
  const list = element("ul", { class: "findings" }, ...rows.slice(0, SHOWN).map(finding));
  byId("findings").replaceChildren(...(rows.length ? [list] : []), ...(rows.length > SHOWN ? [`and ${rows.length - SHOWN} more: the API has all of them.`] : []));
}

function acts(found) {
  const address = `${result.dataset.api}/submissions/${found.id}`;
  const refused = new Set(found.findings.filter((each) => each.severity === "reject").map((each) => each.line));
  const buttons = [];
  if (refused.size && found.filename.endsWith(".jsonl")) buttons.push(element("button", { type: "button", onclick: () => download(address, refused) }, "Download the refused lines"), " ");
  if (["received", "checking", "accepted"].includes(found.state) && found.team && byId("upload")) buttons.push(element("button", { type: "button", onclick: async (event) => {
    event.target.disabled = true;
    try { show(await send("POST", `${address}/withdraw`)); } catch (error) { byId("reason").textContent = error.message; }
  } }, "Withdraw it"));
  return buttons;
}

async function download(address, numbers) {
  const text = await (await fetch(`${address}/content`)).text();
  const lines = text.split("\n").filter((_, place) => numbers.has(place + 1));
  const link = element("a", { href: URL.createObjectURL(new Blob([lines.join("\n") + "\n"])), download: "refused.jsonl" });
  link.click();
  URL.revokeObjectURL(link.href);
}

if (result.dataset.submission) follow(result.dataset.submission);
