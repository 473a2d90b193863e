export { answerBuild, build, buildMany, type ConsumptionAnswer } from "./build.ts";
export { answerRemoval, removeBuilt, removeMany } from "./remove.ts";
