// The line of a viewer to a room: it comes back by itself, and whatever is done without it is said to be not sent.
const WAITS = [300, 600, 1200, 2500, 5000]; // milliseconds before the connection is tried again

export class RoomLine {
  // `told` is called with every message, `state` with how the line is: open, away or refused.
  constructor(address, told, state) {
    Object.assign(this, { address, told, state, failed: 0, ready: false });
    addEventListener("online", () => this.connect());
    addEventListener("offline", () => this.socket?.close());
    this.connect();
  }

  connect() {
    clearTimeout(this.timer);
    if (this.socket && this.socket.readyState < WebSocket.CLOSING) return;
    const socket = this.socket = new WebSocket(this.address);
    socket.addEventListener("open", () => socket.send(JSON.stringify({ do: "enter" })));
    socket.addEventListener("message", (event) => { if (socket === this.socket) this.hear(JSON.parse(event.data)); });
    socket.addEventListener("close", (event) => {
      if (socket !== this.socket) return;
      this.ready = false;
      if (event.code >= 4400 && event.code < 4500) { this.state("refused"); return; }
      this.state("away");
      this.timer = setTimeout(() => this.connect(), WAITS[Math.min(this.failed++, WAITS.length - 1)]);
    });
  }

  hear(message) {
    if (message.told === "entered") { this.ready = true; this.failed = 0; this.state("open"); }
    this.told(message);
  }

  // Tells whether it went out: what is done in a match counts when it is done, so nothing waits for a line.
  send(message) {
    if (!this.ready || this.socket.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }
}
