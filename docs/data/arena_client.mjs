// A performer that joins a season of the arena, in JavaScript without any package.
//
//     node arena_client.mjs ADDRESS TOKEN
//
// ADDRESS is the one that the page of the entrant tells, TOKEN one that may perform. This one breaks; put your own rule into `broken`.

// A fake of a text: here, two neighbouring words change places, chosen by the seed of the round.
function broken(text, seed) {
  const words = text.split(" ");
  if (words.length < 3) return null;
  const place = Number(BigInt(seed) % BigInt(words.length - 1));
  [words[place], words[place + 1]] = [words[place + 1], words[place]];
  return words.join(" ");
}

// The reply to a message: the one list that it asks for, or nothing.
function answered(message) {
  if (message.do !== "break") return {}; // start, observe
  const pairs = message.items.map((item, number) => {
    const [[field, text]] = Object.entries(item.fields);
    const made = broken(text, message.seeds[number]);
    return made === null ? [] : [{ fields: { [field]: made }, phenomenon: "swap" }];
  });
  return { pairs };
}

async function call(method, url, token, body) {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const reply = await fetch(url, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const text = await reply.text();
  if (!reply.ok) throw Object.assign(new Error(text), { status: reply.status });
  return text ? JSON.parse(text) : null;
}

// Say who it is, then ask for messages and bring the replies.
async function play(address, token) {
  await call("PUT", `${address}/status`, token, { name: "word-swap", version: "1", role: "breaker" });
  console.log("joined");
  for (;;) {
    const envelope = await call("GET", `${address}/next?wait=20`, token);
    if (envelope === null) continue;
    const reply = { game: envelope.game, turn: envelope.turn, ...answered(envelope.message) };
    try {
      await call("POST", `${address}/reply`, token, reply);
    } catch (error) {
      if (error.status !== 409) throw error; // too late: the next message comes
    }
  }
}

const [address, token] = process.argv.slice(2);
for (;;) {
  try {
    await play(address, token);
  } catch (error) {
    if (error.status && error.status < 500) {
      console.log(JSON.parse(error.message).detail);
      break;
    }
  }
  await new Promise((resolve) => setTimeout(resolve, 1000)); // the server is away for a moment
}
