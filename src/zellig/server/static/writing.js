// The writing page: what is typed goes out as strokes, and what the systems make of it comes back while one writes.
import { byId, element, finding, tell, tellNext } from "./elements.js";
import { during } from "./forms.js";
import { Pen, typed, written } from "./pen.js";
import { newKey, send } from "./send.js";
import { marked } from "./reading.js";
import { Shown } from "./shown.js";

const FOLLOW = 2000; // milliseconds after which a tab that looks on looks again
const form = byId("writing");
if (form) start();

function start() {
  const { api, draft, task } = form.dataset;
  const fields = [...form.querySelectorAll("textarea[data-field]")];
  const rules = JSON.parse(form.dataset.rules);
  const shown = new Shown(rules, (system, answer) => writeDown({ stroke: "looked", system, answer }));
  let sent = { fields: {}, notes: {} }; // as the server has it, with all strokes that are on their way
  let timer = 0;
  let ungrouped = false; // something was typed that is in no stroke yet
  let wordsWaiting = 0;
  const past = []; // states to go back to
  const future = [];
  const states = new Map(); // what stood there after a stroke, until something is said of it
  let unheard = 0; // characters of guides and the power mark

  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const pen = new Pen(`${scheme}://${location.host}${api}/drafts/${draft}/live`, draft, hear, line);

  function line(state) {
    const how = state === "kept" && ungrouped ? "sending" : state;
    byId("line").textContent = {
      kept: `${pen.holds ? "saved" : "as it is written elsewhere,"} ${new Date().toLocaleTimeString()}`, sending: "saving …", refused: "This draft cannot be opened here. Sign in again, or go back to your drafts.",
      away: "No connection. Go on: everything is kept in this browser, and sent later.",
    }[how];
    byId("line").classList.toggle("wrong", how === "away" || how === "refused");
  }

  function hear(message, waiting) {
    if (message.told === "opened") {
      const kept = pen.apart ? now() : waiting.reduce(written, message.draft);
      byId("elsewhere").hidden = message.pen;
      follow(message);
      for (const each of form.elements) each.disabled = !message.pen && !each.closest("#elsewhere");
      if (waiting.length && (!message.pen || pen.behind)) { copy(kept); return; }
      sent = kept;
      if (pen.apart) pen.replace(kept, ...whole(message.draft, kept)); // the page is right: what it has goes out
      else if (!touched() || (document.activeElement?.dataset?.field === undefined && (begun(kept) || !ungrouped))) put(sent);
      else group(); // what was typed since then goes out, and what was chosen for a draft in which nothing stood
      return;
    }
    if (message.told === "refused") {
      if (message.out_of_step) pen.openAgain();
      else if (!message.pen) { pen.socket.close(); pen.connect(); }
      else byId("refused").textContent = `${message.problem.detail}. ${message.problem.remedy ?? ""}`;
      return;
    }
    if (message.told === "shown") {
      byId("refused").textContent = "";
      for (const number of states.keys()) if (number < message.of) states.delete(number);
      if (message.look.guesses) { unheard = message.look.guesses.unheard ?? 0; measure(); }
      shown.look(message.look, states.get(message.of) ?? now());
    }
    if (message.told === "listening") shown.listening(message);
    if (message.told === "pair") showPair(message);
  }

  // A tab that looks on opens the draft again whenever it has changed, and so sees what the machine makes of it, too.
  let following = 0;
  function follow(opened) {
    clearTimeout(following);
    if (opened.pen) return;
    following = setTimeout(async () => {
      const kept = await send("GET", `${api}/drafts/${draft}`).catch(() => null);
      if (kept && JSON.stringify(kept.content) !== JSON.stringify(opened.draft)) { pen.socket.close(); pen.connect(); }
      else follow(opened);
    }, FOLLOW);
  }

  // What a tab has that lost its pen becomes a draft of its own: nothing is lost, and nothing written over.
  async function copy(kept) {
    const { draft: made } = await send("POST", `${api}/drafts?copy_of=${draft}`);
    group(); // what was typed until now
    const tab = newKey();
    sessionStorage.setItem(`tab ${made}`, tab);
    localStorage.setItem(`strokes ${made} ${tab}`, JSON.stringify({ first: 1, unsent: whole({ fields: {} }, pen.state ?? kept) }));
    localStorage.removeItem(pen.place);
    pen.leave();
    tellNext("This draft was written elsewhere meanwhile. What you wrote here is a draft of its own.");
    location.assign(`${form.dataset.home}/drafts/${made}`);
  }

  const whole = (before, state) => [
    { stroke: "noted", notes: state.notes ?? {} },
    ...Object.entries(state.fields).map(([name, text]) => ({ ...typed(name, before.fields[name] ?? "", text) })),
  ];

  const now = () => ({ fields: Object.fromEntries(fields.map((each) => [each.dataset.field, each.value])), notes: notes() });
  const touched = () => JSON.stringify(now()) !== JSON.stringify(sent);

  function notes() {
    const found = { ...sent.notes };
    for (const each of form.querySelectorAll("[data-note]")) {
      const name = each.dataset.note;
      if (each.type === "checkbox" && "many" in each.dataset) continue;
      if (each.type === "radio") { if (each.checked) found[name] = each.value; else if (found[name] === each.value) delete found[name]; continue; }
      const value = each.type === "checkbox" ? each.checked : "list" in each.dataset ? each.value.trim() : each.value;
      if (value === "" || value === false) delete found[name]; else found[name] = "list" in each.dataset ? [value] : value;
    }
    const tags = [...form.querySelectorAll("[data-many]:checked")].map((each) => each.value);
    if (tags.length) found.phenomena = tags; else if (form.querySelector("[data-many]")) delete found.phenomena;
    return found;
  }

  function put(state) {
    for (const tag of state.notes.phenomena ?? []) ownTag(tag);
    for (const each of fields) each.value = state.fields[each.dataset.field] ?? "";
    for (const each of form.querySelectorAll("[data-note]")) {
      const value = state.notes[each.dataset.note];
      if (each.type === "radio") each.checked = each.value === value;
      else if (each.type === "checkbox" && "many" in each.dataset) each.checked = (state.notes.phenomena ?? []).includes(each.value);
      else if (each.type === "checkbox") each.checked = Boolean(value);
      else each.value = (Array.isArray(value) ? value[0] : value) ?? "";
    }
    subcategories(state.notes.subcategory ?? "");
    measure();
    original();
  }

  const begun = (state) => Object.values(state.fields).some(Boolean);

  // Everything that has changed since the last group, as strokes; tells whether there was something.
  function group() {
    clearTimeout(timer);
    wordsWaiting = 0;
    ungrouped = false;
    const state = now();
    const strokes = fields.filter((each) => each.value !== (sent.fields[each.dataset.field] ?? "")).map((each) => typed(each.dataset.field, sent.fields[each.dataset.field] ?? "", each.value));
    if (JSON.stringify(state.notes) !== JSON.stringify(sent.notes)) strokes.push({ stroke: "noted", notes: state.notes });
    if (!strokes.length) { if (pen.ready && !pen.unsent.length) line("kept"); return false; }
    past.push(sent);
    if (past.length > 500) past.shift();
    sent = state;
    writeDown(...strokes);
    return true;
  }

  const writeDown = (...strokes) => states.set(pen.write(sent, ...strokes), now());

  // What becomes private is taken back at once, and an editor has to accept it anew.
  form.querySelector("[data-note=private]").addEventListener("click", (event) => {
    if (event.target.checked && "stands" in form.dataset && !confirm("Take back what you handed in of this draft? It leaves the queue and all sets at once.")) event.preventDefault();
    else if (event.target.checked) delete form.dataset.stands;
  });

  form.addEventListener("input", (event) => {
    if (event.target.dataset.note === "category") subcategories("");
    if (event.target.dataset.note === "original") { original(true); }
    if (event.target.dataset.note === "accepted" && event.target.value) form.elements.promise.value = "becomes";
    if (!("field" in event.target.dataset) && !("note" in event.target.dataset) && !("many" in event.target.dataset)) return;
    future.length = 0;
    ungrouped = true;
    if (pen.ready) line("sending");
    measure();
    clearTimeout(timer);
    if (event.data === " ") wordsWaiting += 1;
    if (wordsWaiting >= Number(byId("every").value)) group();
    else timer = setTimeout(group, 40);
  });

  // Undo and redo go over everything: texts, answer, category, tags.
  function back(from, to) {
    group();
    const state = from.pop();
    if (!state) return;
    to.push(sent);
    put(state);
    if (group()) past.pop(); // that going back was a stroke is no step to go back to
  }
  document.addEventListener("keydown", (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.altKey) return;
    const key = event.key.toLowerCase();
    if (key === "z" && !event.shiftKey) { event.preventDefault(); back(past, future); }
    else if ((key === "z" && event.shiftKey) || key === "y") { event.preventDefault(); back(future, past); }
    else if (event.key === "Enter") { event.preventDefault(); form.requestSubmit(); }
  });
  document.addEventListener("keydown", (event) => { // between the text and the guesses
    if (event.key !== "m" || !event.altKey) return;
    event.preventDefault();
    const guess = document.querySelector(".machine .guess");
    if (guess && !document.activeElement.closest(".machine")) guess.focus();
    else form.querySelector("textarea[data-field]:not([readonly])").focus();
  });
  byId("undo").addEventListener("click", () => back(past, future));

  function measure() {
    const meter = byId("length");
    if (!meter) return;
    const length = Math.max(0, Array.from(fields[0].value).length - unheard);
    meter.value = length;
    const { shortest, mark, longest } = rules.lengths;
    const verdict = length < shortest ? `${shortest - length} more are needed` : length > longest ? `${length - longest} too many` : length > mark ? `long, past the mark of ${mark}; ${longest} at most` : `long enough; long from ${mark} on`;
    byId("characters").textContent = `${length} characters${unheard > 1 ? " as heard" : ""}: ${verdict}`;
  }

  for (const mark of form.querySelectorAll(".marks i")) mark.style.left = `${100 * Number(mark.dataset.share)}%`;

  // A tag of the writer's own stands beside the others.
  function ownTag(name, checked = false) {
    const tags = byId("tags");
    if (!tags || !name || [...tags.querySelectorAll("[data-many]")].some((each) => each.value === name)) return;
    const box = element("input", { type: "checkbox", "data-many": true, "data-note": "phenomena", value: name });
    box.checked = checked;
    tags.append(element("label", { class: "choice" }, box, ` ${name} `, element("span", { class: "hint" }, "your own")));
  }
  function addTag() {
    const field = byId("own-tag");
    const name = field.value.trim();
    if (!name) return;
    ownTag(name);
    for (const each of byId("tags").querySelectorAll("[data-many]")) if (each.value === name) each.checked = true;
    field.value = "";
    group();
  }
  byId("add-tag")?.addEventListener("click", addTag);
  byId("own-tag")?.addEventListener("keydown", (event) => { if (event.key === "Enter" && !event.ctrlKey) { event.preventDefault(); addTag(); } });

  const phenomenon = form.querySelector("input[data-note=phenomena][data-list]");
  phenomenon?.addEventListener("input", () => { byId("definition").textContent = [...byId("phenomena").options].find((each) => each.value === phenomenon.value)?.label ?? ""; });

  function subcategories(chosen) {
    const list = form.querySelector("[data-note=subcategory]");
    if (!list) return;
    const found = rules.categories[form.querySelector("[data-note=category]").value] ?? [];
    list.replaceChildren(element("option", { value: "" }, "—"), ...found.map((each) => element("option", { value: each }, each)));
    list.value = chosen;
    const category = form.querySelector("[data-note=category]").value;
    for (const row of form.querySelectorAll("[data-category]")) row.classList.toggle("mine", Boolean(category) && row.dataset.category === category);
  }

  // Pairs: the item that is changed.
  function original(fresh = false) {
    const list = form.querySelector("[data-note=original]");
    if (!list || task === "quiz") return;
    const option = list.selectedOptions[0];
    const texts = option?.dataset.fields ? JSON.parse(option.dataset.fields) : {};
    byId("original-texts").replaceChildren(...fields.map((each) => each.dataset.field).filter((name) => name in texts).map((name) => element("p", { class: "text" }, element("span", { class: "field" }, name), texts[name])));
    byId("original-answer").textContent = option?.dataset.answer ?? "";
    if (!fresh) return;
    for (const each of fields) each.value = texts[each.dataset.field] ?? "";
    for (const each of form.elements.promise) each.checked = false; // what is promised of one item says nothing of the next
    form.querySelector("[data-note=accepted]").value = "";
  }

  function showPair({ sizes, findings, machines }) {
    byId("sizes").replaceChildren(...sizes.filter((size) => size.distance || sizes.length === 1).flatMap((size) => [
      element("p", { class: "text" }, ...(sizes.length > 1 ? [element("span", { class: "field" }, size.field)] : []), ...size.diff.map(([kind, text]) => kind === "same" ? text : element(kind === "deleted" ? "del" : "ins", {}, text))),
      element("p", { class: "hint" }, `${size.distance} word${size.distance === 1 ? "" : "s"} changed; above ${size.limit} a person looks at it`),
    ]));
    byId("findings").replaceChildren(...(!findings
      ? [element("p", { class: "hint" }, "Say what becomes of the right answer: then the check looks at the pair.")]
      : [
        ...Object.entries(machines).map(([name, heard]) => element("p", { class: "breaks" }, element("b", {}, rules.titles[name] ?? name), `: ${breaks(heard)}`)),
        findings.length ? element("ul", { class: "findings" }, ...findings.map((each) => finding({ ...each, line: 0 })))
          : element("p", { class: "hint" }, "The check found nothing. Whether your promise is true it does not know: an editor reads that."),
      ]));
  }

  // What a system answers to both sides, and what that says of the pair; only a pair of which it has one side breaks it.
  function breaks({ original, modified, original_right: before, modified_right: after }) {
    const said = ([answer, right]) => `${rules.words[answer] ?? answer} ${right ? "✓" : "✗"}`;
    const verdict = before && !after ? "your pair breaks it." : !before && after ? "it breaks, as it is right about your copy alone: it is wrong about the original already."
      : before ? "it is right about both, so your pair does not break it." : "it is wrong about both, the original included, so your pair does not break it.";
    return `${said([original, before])} and then ${said([modified, after])}: ${verdict}`;
  }

  // Known answers while one is typed.
  const answer = form.querySelector("[data-note=answer]");
  let asked = 0;
  answer?.addEventListener("input", async () => {
    const mine = ++asked;
    const begins = answer.value.trim();
    if (begins.length < 2) return;
    const found = await send("GET", `${api}/answers?${new URLSearchParams({ begins })}`).catch(() => null);
    if (!found || mine !== asked) return;
    const has = (words) => words?.toLowerCase().includes(begins.toLowerCase());
    // A browser offers only what has the letters that were typed, in its value or in its label.
    byId("answers").replaceChildren(...found.answers.map((each) => element("option", { value: each, label: has(each) ? null : has(found.called[each]) ? found.called[each] : begins })));
  });
  answer?.addEventListener("change", questions);
  async function questions() {
    const name = answer?.value.trim();
    if (!name) return;
    const found = await send("GET", `${api}/past?${new URLSearchParams({ answer: name, text: fields[0].value.slice(0, 2000) })}`).catch(() => null);
    if (!found) return;
    byId("past-number").textContent = found.questions.length ? `(${found.questions.length})` : "(none)";
    byId("past").replaceChildren(...found.questions.map((each) => element("li", {}, marked(each.text, each.shared), element("span", { class: "hint" }, ` ${each.origin}`))));
  }
  byId("past-questions")?.addEventListener("toggle", questions);

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    tell(""); // what was said of an earlier version
    byId("submitted").hidden = true;
    byId("checking").textContent = "It is being checked, and the machine hears all of it …";
    during(form, async () => {
      group();
      await settled();
      showFound(await send("POST", `${api}/texts`, { draft }));
    }).finally(() => { byId("checking").textContent = ""; });
  });

  byId("agree")?.addEventListener("click", () => during(form, async () => {
    await send("PUT", `${api}/consent`);
    byId("licence").remove();
    tell("You have agreed to the licence.");
  }));

  // A browser cuts what is too long for a field without a word.
  form.addEventListener("beforeinput", ({ target, data, dataTransfer, inputType }) => {
    if (!("field" in target.dataset)) return;
    byId("cut").textContent = "";
    if (inputType !== "insertFromPaste" && inputType !== "insertFromDrop") return;
    const pasted = (data ?? dataTransfer?.getData("text/plain") ?? "").replaceAll("\r\n", "\n");
    const gone = target.value.length - (target.selectionEnd - target.selectionStart) + pasted.length - target.maxLength;
    if (gone > 0) byId("cut").textContent = `The last ${gone.toLocaleString("en")} characters of what you pasted are cut off: a field takes ${target.maxLength.toLocaleString("en")}.`;
  });

  const settled = () => new Promise((resolve, reject) => { // when all strokes are kept
    const until = Date.now() + 10000;
    const look = () => (!pen.unsent.length ? resolve() : Date.now() > until ? reject(new TypeError("no connection")) : setTimeout(look, 50));
    look();
  });

  function showFound(found) {
    const place = byId("submitted");
    const findings = [...found.findings, ...found.of_pair];
    place.hidden = false;
    place.replaceChildren(
      element("h2", {}, found.text ? "Handed in" : "Not handed in"),
      element("p", {}, found.sentence),
      ...(findings.length ? [element("ul", { class: "findings" }, ...findings.map(evident))] : []),
      element("p", {}, element("a", { href: form.dataset.home }, "Your texts and drafts")),
    );
    place.focus();
    if (!found.text) return;
    form.dataset.stands = "";
    tell("Handed in. An editor reads it next.");
  }

  // A finding with its evidence: what stands in the text, and what it is like.
  function evident(each) {
    const shownAs = finding({ ...each, line: 0 });
    if (each.place && each.place.words !== fields[0].value) shownAs.append(element("blockquote", {}, each.place.words));
    if (each.other) shownAs.append(element("blockquote", {}, each.other.text, element("span", { class: "hint" }, ` ${each.other.origin}`)));
    return shownAs;
  }

  byId("frozen").addEventListener("change", (event) => shown.freeze(event.target.checked));
  byId("every").addEventListener("input", () => { byId("every-words").textContent = byId("every").value; });
  byId("take-over").addEventListener("click", () => pen.takeOver());
  byId("tutorial-open").addEventListener("click", () => byId("tutorial").showModal());
  if (!localStorage.getItem("writing tutorial")) { byId("tutorial").showModal(); localStorage.setItem("writing tutorial", "seen"); }
  addEventListener("pagehide", () => { group(); pen.leave(); });
}
