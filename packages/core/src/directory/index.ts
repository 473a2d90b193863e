export { askAgainMs, askEveryMs, isToAsk, type Question, recordAnswer, takeTurn } from "./ask.ts";
export { endByDirectory, type EndedByDirectory, sessionsOfDirectory } from "./end.ts";
export { findTokenCaller, type TokenCaller } from "./find.ts";
export {
  type DirectorySessionInput,
  type DirectoryWord,
  type Identity,
  type LetIn,
  letIn,
} from "./let-in.ts";
