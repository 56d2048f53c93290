// The line of a viewer to a room: it comes back by itself, and whatever is done without it is said to be not sent.
import { Line } from "./line.js";

export class RoomLine extends Line {
  // `told` is called with every message, `line` with how the line is: open, away or refused.
  constructor(address, told, line) {
    super(address, line);
    this.told = told;
    this.connect();
  }

  greeting() { return { do: "enter" }; }

  hear(message) {
    if (message.told === "entered") { this.ready = true; this.failed = 0; this.line("open"); }
    this.told(message);
  }

  // Tells whether it went out: what is done in a match counts when it is done, so nothing waits for a line.
  send(message) {
    if (!this.ready || this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
