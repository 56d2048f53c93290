// What the browser of a judge keeps: the next texts, the answers that could not be sent yet, and the page itself, so that it
// can be loaded again without a connection. Texts are blind: they go when the judge signs out, or somebody else signs in.
import { Refusal, send } from "./send.js";

const MARK = "judge ";
const ours = () => Object.keys(localStorage).filter((key) => key.startsWith(MARK));

// `name` ends in the account.
export const read = (name) => JSON.parse(localStorage.getItem(MARK + name) ?? "{}");
export const write = (name, state) => { if (!over) localStorage.setItem(MARK + name, JSON.stringify(state)); };
let over = false; // nobody is signed in any more

// A connection that failed, a server that is busy: what was sent can be sent again.
export const passing = (error) => !(error instanceof Refusal) || error.status >= 500 || error.status === 429;

// Forget all texts and pages that are not of this account; of others, answers that wait stay, and nothing else.
export async function forgetOthers(account) {
  over = !account;
  for (const key of ours().filter((each) => !account || !each.endsWith(`/${account}`))) {
    const { unsent = [] } = JSON.parse(localStorage.getItem(key));
    if (!unsent.length) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify({ unsent: unsent.map(({ address, verdict, question }) => ({ address, verdict, question: { question: question.question } })) }));
  }
  if (!globalThis.caches) return;
  for (const name of await caches.keys()) if (name.startsWith(MARK) && name !== MARK + account) await caches.delete(name);
}

// What is under way on this page, which ends before somebody signs out.
let underWay = () => Promise.resolve();
export const waitFor = (work) => { underWay = work; };

// Before somebody signs out: what waits is sent; what is refused is told by nobody, for the judge wants to go.
export async function sendWaiting(account) {
  await underWay();
  for (const key of ours().filter((each) => each.endsWith(`/${account}`))) {
    const state = JSON.parse(localStorage.getItem(key));
    for (const { address, verdict } of state.unsent ?? []) {
      try { await send("POST", address, verdict); } catch (error) { if (passing(error)) throw error; }
    }
    localStorage.removeItem(key);
  }
}

// Keep this page and its files for a reload without a connection. Browsers allow it over https, and on this machine.
export async function keepPage(account, worker, files) {
  if (!navigator.serviceWorker || !globalThis.caches || !navigator.onLine) return;
  await navigator.serviceWorker.register(worker, { scope: location.pathname });
  const cache = await caches.open(MARK + account);
  const wanted = [location.pathname, ...files];
  await cache.addAll(wanted);
  for (const request of await cache.keys()) if (!wanted.includes(new URL(request.url).pathname)) await cache.delete(request);
}
