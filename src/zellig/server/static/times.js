// Times as they are where the browser is; the zone and the time in UTC are in the title.
const local = new Intl.DateTimeFormat(undefined, { weekday: "short", day: "numeric", month: "short", year: "numeric", hour: "2-digit", minute: "2-digit" });
const short = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
const HOUR = 3600;

export function localise(root) {
  for (const time of root.querySelectorAll("time[datetime]")) {
    time.title = `${time.textContent} (yours: ${Intl.DateTimeFormat().resolvedOptions().timeZone})`;
    time.textContent = (time.closest(".timeline") ? short : local).format(new Date(time.dateTime));
  }
}

// Count down where less than an hour is left, by the clock of the server: it said how many seconds there were.
export function countDown() {
  const began = performance.now();
  const near = [...document.querySelectorAll("[data-seconds]")].filter(({ dataset }) => dataset.seconds > 0 && dataset.seconds < HOUR);
  const tick = () => {
    for (const each of near) {
      const left = Math.ceil(each.dataset.seconds - (performance.now() - began) / 1000);
      each.classList.toggle("near", left > 0);
      each.textContent = left > 0 ? `in ${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")} minutes` : "now: load the page again";
    }
  };
  if (!near.length) return;
  tick();
  setInterval(tick, 1000);
}

// What a field for a time shows: it has no zone of its own.
export const inField = (at, length = 16) => new Date(at.getTime() - at.getTimezoneOffset() * 60000).toISOString().slice(0, length);
