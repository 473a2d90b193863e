import { reset } from "cloudflare:test";
import { afterAll } from "vitest";
import { freeAll } from "./d1.ts";

// Files share one worker, because loading the service takes longer than testing it. Its databases
// are emptied after each file.
afterAll(async () => {
  await reset();
  freeAll();
});
