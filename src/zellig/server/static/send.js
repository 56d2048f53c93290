// Requests to the API: with the token of the session, and with refusals as errors that say what, where and what to do.
export class Refusal extends Error {
  constructor(problem) {
    super(`${sentence(problem.detail ?? "the request was refused")} ${problem.remedy ?? ""}`.trim());
    this.status = problem.status;
    this.field = (problem.where ?? "").replace(/^.*field /, "").replace(/^\$\./, "");
  }
}

const sentence = (words) => words.charAt(0).toUpperCase() + words.slice(1).replace(/\.$/, "") + ".";
const token = () => document.querySelector("meta[name=csrf]").content;

// The answer's JSON, or nothing; a lost connection is a TypeError, as of fetch itself.
export const send = async (...given) => (await asked(...given)).json;

// All parts of a list.
export async function sendAll(address) {
  const found = [];
  for (let next = address; next;) {
    const { json, link } = await asked("GET", next);
    found.push(...json);
    next = /<([^>]+)>; rel="next"/.exec(link)?.[1];
  }
  return found;
}

async function asked(method, address, body, headers = {}) {
  const raw = body === undefined || body instanceof Blob;
  const reply = await fetch(address, {
    method,
    headers: { ...(token() ? { "x-csrf-token": token() } : {}), ...(raw ? {} : { "content-type": "application/json" }), ...headers },
    body: raw ? body : JSON.stringify(body),
  });
  const text = await reply.text();
  const json = (reply.headers.get("content-type") ?? "").includes("json");
  if (!reply.ok) throw new Refusal(json ? { status: reply.status, ...JSON.parse(text) } : { status: reply.status });
  return { json: text && json ? JSON.parse(text) : null, link: reply.headers.get("link") ?? "" };
}

export const newKey = () => [...crypto.getRandomValues(new Uint8Array(16))].map((each) => each.toString(16).padStart(2, "0")).join("");
