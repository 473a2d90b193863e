export { build, buildMany, type BuildInput, type ConsumptionAnswer } from "./build.ts";
export { removeBuilt, removeMany, type RemoveInput } from "./remove.ts";
