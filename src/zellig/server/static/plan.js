// The phases of a contest that is planned: rounds, what is left out, times that move along.
import { byId } from "./elements.js";
import { inField } from "./times.js";

const WEEK = 7 * 86400 * 1000;
const place = byId("rounds");
const moments = () => [...place.querySelectorAll(".opens, .closes")];
const moved = (value, by) => inField(new Date(new Date(value).getTime() + by));
const ticked = (row) => row.querySelector(".takes-place").checked;

// What is ticked, in its order. Each field is named by its place in the record, so that a refusal finds it.
export function timeline(form) {
  for (const input of moments()) input.removeAttribute("name");
  return [...form.querySelectorAll(".plan tbody tr")].filter(ticked).map((row, at) => {
    const window = { phase: row.dataset.phase, round: Number(row.closest(".round").querySelector(".number").textContent) };
    for (const key of ["opens", "closes"]) {
      const input = row.querySelector(`.${key}`);
      if (!input) continue;
      window[key] = new Date(input.value).toISOString();
      input.name = `timeline[${at}].${key}`;
    }
    return window;
  });
}

// Only what takes place has times, and has to have them.
function settle(row) {
  for (const input of row.querySelectorAll(".opens, .closes")) input.required = !(input.disabled = !ticked(row));
}

function watch(round) {
  for (const row of round.querySelectorAll("tbody tr")) {
    row.querySelector(".takes-place").addEventListener("change", () => { fill(row); settle(row); byId("kind").value = ""; });
    settle(row);
  }
  for (const input of round.querySelectorAll(".opens, .closes")) {
    let before = input.value;
    input.addEventListener("focus", () => { before = input.value; });
    input.addEventListener("change", () => {
      const by = new Date(input.value) - new Date(before);
      before = input.value;
      if (!byId("along").checked || !by) return;
      for (const later of moments().slice(moments().indexOf(input) + 1).filter((each) => each.value)) later.value = moved(later.value, by);
    });
  }
}

// A phase that was left out and has no times gets those of the moment when the one before it closes.
function fill(row) {
  for (const input of row.querySelectorAll(".opens, .closes")) {
    const before = moments().slice(0, moments().indexOf(input)).findLast((each) => each.value);
    if (!input.value && before) input.value = input.matches(".opens") ? before.value : moved(before.value, WEEK);
  }
}

function add() {
  const last = place.lastElementChild;
  const values = [...last.querySelectorAll(".opens, .closes")].map((each) => each.value).filter(Boolean).sort();
  const by = new Date(values.at(-1)) - new Date(values[0]) + WEEK; // a week after the one before
  const round = last.cloneNode(true);
  const number = place.children.length + 1;
  round.querySelector(".number").textContent = number;
  round.setAttribute("aria-label", `Round ${number}`);
  for (const input of round.querySelectorAll(".opens, .closes")) {
    if (input.value) input.value = moved(input.value, by);
    input.setAttribute("aria-label", `${input.getAttribute("aria-label").replace(/ of round \d+$/, "")} of round ${number}`);
  }
  place.append(round);
  watch(round);
  offer();
  round.querySelector("input").focus();
}

const offer = () => { byId("remove-round").disabled = place.children.length < 2; };

if (place) {
  for (const round of place.children) watch(round);
  byId("add-round").addEventListener("click", add);
  byId("remove-round").addEventListener("click", () => { place.lastElementChild.remove(); offer(); byId("add-round").focus(); });
  byId("kind").addEventListener("change", ({ target }) => {
    if (!target.value) return;
    const wanted = target.value.split(" ");
    for (const row of place.querySelectorAll("tbody tr")) {
      row.querySelector(".takes-place").checked = wanted.includes(row.dataset.phase);
      fill(row);
      settle(row);
    }
  });
  offer();
}
