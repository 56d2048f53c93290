// A workshop: a draft that is begun is where one goes on.
import { byId } from "./elements.js";

for (const form of [byId("begin"), byId("rewrite")]) {
  form?.addEventListener("done", (event) => location.assign(`${form.dataset.home}/drafts/${event.detail.draft}`));
}
