export { build, type BuildInput, type ConsumptionAnswer } from "./build.ts";
export { removeBuilt, type RemoveInput } from "./remove.ts";
