// Keeps the page in the browser: all of one version or nothing, so that it works without a network. A new version is
// made ready beside and taken when no page of the old one is open. It adds the headers that isolate the page, which
// servers of plain files do not send.

const { FILES, VERSION, POLICY } = self.BUILT; // in front of this file, where the page is built
const NAME = `runmec ${self.registration.scope} ${VERSION}`, OURS = `runmec ${self.registration.scope} `;
const HEADERS = {
  "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp", "Cross-Origin-Resource-Policy": "same-origin",
  "Content-Security-Policy": POLICY, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
};

self.addEventListener("install", (event) => event.waitUntil(install()));
async function install() {
  const cache = await caches.open(NAME), total = FILES.reduce((sum, [, , size]) => sum + size, 0);
  let done = 0;
  await Promise.all(FILES.map(async ([path, integrity, size]) => {
    const answer = await fetch(new Request(path, { integrity, cache: "no-cache" }));
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
    await cache.put(new Request(path), isolated(answer));
    done += size;
    for (const client of await self.clients.matchAll({ includeUncontrolled: true, type: "window" })) client.postMessage({ loading: path, part: done / total });
  }));
}
self.addEventListener("activate", (event) => event.waitUntil((async () => {
  for (const name of await caches.keys()) if (name.startsWith(OURS) && name !== NAME) await caches.delete(name);
  await self.clients.claim();
})()));
self.addEventListener("fetch", (event) => {
  const { request } = event, address = new URL(request.url);
  if (request.method !== "GET" || address.origin !== self.location.origin || !request.url.startsWith(self.registration.scope)) return;
  event.respondWith(found(request));
});
async function found(request) {
  const address = request.url.replace(/[?#].*/, ""), page = address === self.registration.scope ? `${address}index.html` : address;
  const kept = await (await caches.open(NAME)).match(page);
  return kept ?? isolated(await fetch(request));
}
function isolated(answer) {
  const headers = new Headers(answer.headers);
  headers.delete("Content-Encoding"); headers.delete("Content-Length"); // the body is as it was before it was packed
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  return new Response(answer.body, { status: answer.status, statusText: answer.statusText, headers });
}
