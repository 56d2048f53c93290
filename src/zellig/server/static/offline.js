// The worker behind the page of a judge: where the network gives nothing, it gives what the page has put into its cache.
self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("fetch", (event) => {
  const { method, mode, url } = event.request;
  if (method !== "GET" || (mode !== "navigate" && !new URL(url).pathname.startsWith("/static/"))) return;
  event.respondWith(fetch(event.request).catch(async (error) => {
    const kept = await caches.match(event.request);
    if (kept) return kept;
    throw error;
  }));
});
