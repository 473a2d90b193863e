export { build, type BuildAnswer, type BuildInput } from "./build.ts";
