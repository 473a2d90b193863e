import { signatureRule } from "../database/schema/index.ts";
import { type Context, defineList, type Listing, type Page } from "../engine/index.ts";
import type { CatalogFilter } from "../catalog/list.ts";
import { foldGiven } from "../values/fold-case.ts";
import { selectRules, type SignatureRule } from "./rule.ts";

const rules = defineList(() => ({
  select: selectRules,
  table: signatureRule,
  filters: {
    id: signatureRule.id,
    suid: signatureRule.suidKey,
    name: signatureRule.nameKey,
    isActive: signatureRule.isActive,
  },
}));

/** Lists the rules that match, by id. */
export const listSignatureRules = (
  context: Context,
  { id, suid, name, isActive }: CatalogFilter,
  page: Page,
): Promise<Listing<SignatureRule>> =>
  rules(context, { id, suid: foldGiven(suid), name: foldGiven(name), isActive }, page);
