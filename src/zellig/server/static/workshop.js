// A workshop: a draft that is begun is where one goes on.
import { byId } from "./elements.js";

byId("begin")?.addEventListener("done", (event) => location.assign(`${byId("begin").dataset.home}/drafts/${event.detail.draft}`));
