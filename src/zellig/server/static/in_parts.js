// Uploading a large file in parts: what is there is not sent again, after a dropped connection or in another try.
import { newKey, Refusal, send } from "./send.js";

const PART = 2 ** 20;
const WAIT = [1000, 2000, 5000, 10000]; // milliseconds, then it is given up until somebody tries again

// `about`: kind, round and filename; `sent` hears which share is there. Gives the submission.
export async function uploadInParts(api, file, about, sent) {
  const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", await file.arrayBuffer()));
  const sha256 = [...digest].map((each) => each.toString(16).padStart(2, "0")).join("");
  const begun = await patiently(() => send("GET", `${api}/uploads`));
  const mine = begun.find((each) => each.sha256 === sha256 && each.kind === about.kind && each.round === about.round);
  const address = `${api}/uploads/${mine?.key ?? newKey()}`;
  let there = await patiently(() => send("PUT", address, { ...about, bytes: file.size, sha256 }));
  while (there.received < file.size) {
    sent(there.received / file.size);
    const offset = there.received;
    there = await patiently(() => send("PATCH", `${address}?offset=${offset}`, file.slice(offset, offset + PART)));
  }
  return (await patiently(() => send("POST", `${address}/submission`))).submission;
}

// Try again after a while where the connection was lost; every step may come twice.
async function patiently(step) {
  for (const wait of [...WAIT, null]) {
    try { return await step(); } catch (error) {
      if (error instanceof Refusal || wait === null) throw error;
      await new Promise((done) => setTimeout(done, wait));
    }
  }
}
