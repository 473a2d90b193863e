export {
  type Answer,
  type Call,
  type Client,
  type ClientOptions,
  createClient,
  cursorOf,
  type OperationName,
  type Result,
} from "./client.ts";
export type { CloudEvent, EventStream } from "./event-stream.ts";
export { type KnownProblemCode, type Problem, type ProblemCode, ProblemError } from "./problem.ts";
export type { components, operations, paths } from "./schema.gen.ts";
