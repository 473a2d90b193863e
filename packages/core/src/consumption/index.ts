export {
  answerBuild,
  build,
  type BuildAnswer,
  buildMany,
  type ConsumptionAnswer,
} from "./build.ts";
export { answerRemoval, removeBuilt, removeMany } from "./remove.ts";
