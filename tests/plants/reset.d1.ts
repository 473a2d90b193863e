import { reset } from "cloudflare:test";
import { afterAll } from "vitest";
import { freeAll } from "./d1.ts";

// Files share a worker, for it takes longer to load the service than to test it; its databases
// are emptied after each.
afterAll(async () => {
  await reset();
  freeAll();
});
