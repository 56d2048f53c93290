// A connection to the server that comes back by itself. Who has one says how it greets (`greeting`) and what comes of a message (`hear`); `line` is
// called with how the connection is: away, or refused for good.
const WAITS = [300, 600, 1200, 2500, 5000]; // milliseconds before the connection is tried again

export class Line {
  constructor(address, line) {
    Object.assign(this, { address, line, failed: 0, ready: false });
    addEventListener("online", () => this.connect());
    addEventListener("offline", () => this.socket?.close());
  }

  connect() {
    clearTimeout(this.timer);
    if (this.socket && this.socket.readyState < WebSocket.CLOSING) return;
    const socket = this.socket = new WebSocket(this.address);
    this.ready = false;
    socket.addEventListener("open", () => socket.send(JSON.stringify(this.greeting())));
    socket.addEventListener("message", (event) => { if (socket === this.socket) this.hear(JSON.parse(event.data)); });
    socket.addEventListener("close", (event) => {
      if (socket !== this.socket) return;
      const was = this.ready;
      this.ready = false;
      // The session of this browser may go on with a new cookie: whoever was let in tries once more with it.
      const renewed = event.code === 4401 && was;
      if (event.code >= 4400 && event.code < 4500 && !renewed) { this.line("refused"); return; }
      this.line("away");
      this.timer = setTimeout(() => this.connect(), WAITS[Math.min(this.failed++, WAITS.length - 1)]);
    });
  }
}
