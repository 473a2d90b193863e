export { deleteSignatureRule } from "./delete.ts";
export { listSignatureRules } from "./list.ts";
export type { SignatureRule } from "./rule.ts";
export { upsertSignatureRule, type SignatureRuleInput } from "./upsert.ts";
