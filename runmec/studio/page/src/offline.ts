// A page that brings its own Python is kept by a service worker: it works without a network from its second start on,
// and is isolated, so that work under way can be stopped at once. The first start waits for it and begins anew.

const BEGUN = "isolated anew", PATIENCE = 60_000; // milliseconds

export async function installed(loading: (what: string, part: number) => void): Promise<void> {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return; // an address without https: everything works but the network must be there
  serviceWorker.addEventListener("message", ({ data }) => { if (data?.loading && !serviceWorker.controller) loading(data.loading, data.part); });
  try {
    const registration = await serviceWorker.register("service.js");
    if (serviceWorker.controller) { void registration.update().catch(() => undefined); return; }
    await Promise.race([taken(), new Promise((_, reject) => setTimeout(reject, PATIENCE)), ended(registration)]);
  } catch { return; } // it is not kept: a browser that forbids it, or a network that broke
  if (crossOriginIsolated || already()) return;
  location.reload();
  await new Promise(() => undefined);
}
const taken = (): Promise<void> => new Promise((resolve) => {
  if (navigator.serviceWorker.controller) resolve();
  navigator.serviceWorker.addEventListener("controllerchange", () => resolve(), { once: true });
});
const ended = (registration: ServiceWorkerRegistration): Promise<never> => new Promise((_, reject) => {
  const coming = registration.installing ?? registration.waiting;
  coming?.addEventListener("statechange", () => { if (coming.state === "redundant") reject(new Error("not kept")); });
});
// once: a browser that does not isolate would begin anew for ever
function already(): boolean {
  try {
    if (sessionStorage.getItem(BEGUN)) return true;
    sessionStorage.setItem(BEGUN, "yes");
    return false;
  } catch { return true; }
}
