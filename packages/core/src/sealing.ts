// Only the modules that make seals: a thread that loads all of core takes seconds to start.
export { makeSeals } from "./seal/make.ts";
export { sealingKeyOf } from "./seal/sealing-key.ts";
