// A clock as a bar that runs out, and its seconds in words.
export class Clock {
  constructor(bar, words) { Object.assign(this, { bar, words, ends: 0, whole: 0 }); }

  // So many milliseconds are left of so many; null: no clock runs.
  set(left, whole) {
    cancelAnimationFrame(this.frame);
    this.bar.parentElement.classList.toggle("runs", left !== null);
    if (left === null) { this.bar.value = 0; this.words.textContent = ""; return; }
    this.ends = performance.now() + left;
    this.bar.max = this.whole = Math.max(whole, left, 1);
    this.tick();
  }

  tick() {
    const left = Math.max(0, this.ends - performance.now());
    this.bar.value = left;
    const seconds = Math.ceil(left / 1000);
    const said = `${seconds} second${seconds === 1 ? "" : "s"}`;
    if (this.words.textContent !== said) this.words.textContent = said;
    if (left) this.frame = requestAnimationFrame(() => this.tick());
  }
}
