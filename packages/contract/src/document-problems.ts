import type { ProblemKind } from "./problem-kind.ts";

/** The refusals of documents that come with material of another plant. */
export const documentProblems = {
  document_refused: {
    status: 409,
    title: "The document of the unit is refused",
    explanation:
      "The document that came with the material breaks a rule, which `rule` names: `form` (it is no " +
      "device history record of the present state), `seals` (a change is not the one that its seal " +
      "covers), `key` (its seals are not signed by a key of the plant), `content` (it does not say " +
      "what its changes say), `unit` (it is of another unit), `dispatch` (the unit was not " +
      "dispatched), `destination` (it was sent to another plant) or `size`. Nothing changed. Get the " +
      "document from its plant again. If a key is new, an administrator adds it to the plant.",
  },
  document_required: {
    status: 409,
    title: "The receipt needs the document of the unit",
    explanation:
      "The plant that the material comes from sends a document with each unit: its record here has " +
      "`documentRequired`. Nothing changed. Send the device history record of the unit as `document`.",
  },
  already_received: {
    status: 409,
    title: "The dispatch was received before",
    explanation:
      "The document is of a dispatch that was received. `receivedAs` is the item. Nothing changed. " +
      "If that receipt was a mistake, void the item first.",
  },
} as const satisfies Record<string, ProblemKind>;
