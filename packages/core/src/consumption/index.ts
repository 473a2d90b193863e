export { answerBuild, build, buildMany, type BuildInput, type ConsumptionAnswer } from "./build.ts";
export { answerRemoval, removeBuilt, removeMany, type RemoveInput } from "./remove.ts";
