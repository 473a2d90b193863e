import { createHandlerBoundToURL, precacheAndRoute } from "workbox-precaching";
import { NavigationRoute, registerRoute } from "workbox-routing";

/** An event of a service worker's life, such as its installation. */
interface LifeEvent {
  readonly waitUntil: (done: Promise<unknown>) => void;
  /** Not every browser has it. */
  readonly addRoutes?: (rules: object) => Promise<void>;
}

/** The parts of a service worker's own scope that it uses. The compiler knows only that of a page. */
declare const self: {
  readonly clients: { readonly claim: () => Promise<void> };
  readonly skipWaiting: () => Promise<void>;
  readonly addEventListener: (
    type: "install" | "activate" | "message",
    listener: (event: LifeEvent) => void,
  ) => void;
};

/** The files of the build: `build.ts` puts them here. */
declare const builtFiles: Parameters<typeof precacheAndRoute>[0];

// A page gets all its files from one build, with a network or without.
precacheAndRoute(builtFiles);
registerRoute(new NavigationRoute(createHandlerBoundToURL("/console/index.html")));

// A request to the service does not wait until this worker has started.
const notOfConsole = { condition: { not: { urlPattern: "/console/*" } }, source: "network" };
self.addEventListener("install", (event) => {
  event.waitUntil(Promise.resolve(event.addRoutes?.(notOfConsole)).catch(() => undefined));
});

// The page that installed the first worker gets its files from it without another load.
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

// A person has asked for the new version: `app/new-version.ts`.
self.addEventListener("message", (event) => event.waitUntil(self.skipWaiting()));
