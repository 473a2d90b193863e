import { useSyncExternalStore } from "react";

const workerAddress = "/console/service-worker.js";

interface TrustedTypes {
  readonly createPolicy: (
    name: string,
    rules: { readonly createScriptURL: () => string },
  ) => { readonly createScriptURL: (address: string) => string };
}

// Not every browser has trusted types. One that has them takes a worker from this policy only.
const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
const policy = trustedTypes?.createPolicy("asbuilt", { createScriptURL: () => workerAddress });

/** How often an open page looks for a new version. */
const checkMs = 3_600_000;

let registration: ServiceWorkerRegistration | undefined;
let isNewVersionHere = false;
const listeners = new Set<() => void>();

function announce(): void {
  isNewVersionHere = true;
  for (const listener of listeners) listener();
}

/**
 * Installs the service worker, which keeps the console in the browser. A version that is installed
 * later waits until a person takes it.
 */
export async function keepConsole(): Promise<void> {
  // Only pages with https, and those of this machine, have service workers.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (!workers) return;
  let isControlled = workers.controller !== null;
  workers.addEventListener("controllerchange", () => {
    // Another tab has taken the new version.
    if (isControlled) announce();
    isControlled = true;
  });
  const installed = await workers.register(policy?.createScriptURL(workerAddress) ?? workerAddress);
  registration = installed;
  const look = () => {
    if (installed.waiting && installed.active) announce();
  };
  const watch = () => installed.installing?.addEventListener("statechange", look);
  installed.addEventListener("updatefound", watch);
  watch();
  look();
  // Without a network, the next time will do.
  setInterval(() => void installed.update().catch(() => undefined), checkMs);
}

/** Loads the page again, by the new version if one waits. */
export function takeNewVersion(): void {
  const waiting = registration?.waiting;
  if (!waiting) {
    location.reload();
    return;
  }
  const reload = () => location.reload();
  navigator.serviceWorker.addEventListener("controllerchange", reload, { once: true });
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has one origin
  waiting.postMessage("take over");
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Returns whether the browser has a newer console than this page. */
export const useNewVersion = (): boolean => useSyncExternalStore(subscribe, () => isNewVersionHere);
