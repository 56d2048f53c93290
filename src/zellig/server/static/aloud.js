// A question read aloud by the browser's own voice, for who has switched it on; kept in this browser.
const KEPT = "read aloud";

export class Aloud {
  constructor(box) {
    Object.assign(this, { box, number: 0, said: 0, text: "" });
    box.checked = localStorage.getItem(KEPT) === "yes";
    box.closest("label").hidden = !("speechSynthesis" in window);
    box.addEventListener("change", () => {
      localStorage.setItem(KEPT, box.checked ? "yes" : "no");
      if (box.checked) this.said = this.text.length; // from here on
      else this.hush();
    });
  }

  hush() { window.speechSynthesis?.cancel(); this.speaking = false; }

  // The question so far; `reading`: it goes on. The voice says what is new whenever it is done with what was.
  hear(number, text, reading) {
    if (number !== this.number) { this.hush(); Object.assign(this, { number, said: 0 }); }
    this.text = text;
    if (!this.box.checked) { this.said = text.length; return; }
    if (!reading) { this.hush(); this.said = text.length; return; } // a buzz stops the reading
    this.speak();
  }

  speak() {
    const words = this.text.slice(this.said).trim();
    if (this.speaking || !words) return;
    this.said = this.text.length;
    this.speaking = true;
    const spoken = new SpeechSynthesisUtterance(words);
    spoken.rate = 1.3; // not to fall behind the text
    spoken.onend = spoken.onerror = () => { this.speaking = false; if (this.box.checked) this.speak(); };
    window.speechSynthesis.speak(spoken);
  }
}
