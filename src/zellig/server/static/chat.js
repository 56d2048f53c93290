// What is said in a room.
import { element } from "./elements.js";

const MOST = 100; // lines that are kept on the page

export class Chat {
  // `say` sends a line, and tells whether it went out.
  constructor(place, say) {
    this.list = place.querySelector("ol");
    const form = place.querySelector("form");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      if (say(form.elements.text.value.trim())) form.reset();
    });
  }

  show(lines) { this.list.replaceChildren(...lines.map((each) => line(each))); }

  add(said) {
    this.list.append(line(said));
    while (this.list.children.length > MOST) this.list.firstChild.remove();
    this.list.scrollTop = this.list.scrollHeight;
  }
}

const line = ({ name, text, at }) => element("li", {}, element("b", {}, name), ` ${text} `, element("time", { datetime: at, class: "hint" }, new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" })));
