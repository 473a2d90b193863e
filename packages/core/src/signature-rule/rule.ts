import { eq, getTableColumns, inArray, or } from "drizzle-orm";
import {
  buildSlotType,
  productType,
  signatureMeaning,
  signatureRule,
} from "../database/schema/index.ts";
import { each, query } from "../database/query.ts";
import { type RowOf, statement } from "../database/statement.ts";
import { refusalAt } from "../refusal.ts";
import { requireCurrent } from "../rules/current.ts";

/** Selects rules with the names of what they refer to. Verbs and the list add conditions. */
export const selectRules = () =>
  query
    .select({
      ...getTableColumns(signatureRule),
      meaning: signatureMeaning.name,
      productType: productType.name,
      buildSlotType: buildSlotType.name,
    })
    .from(signatureRule)
    .innerJoin(signatureMeaning, eq(signatureMeaning.id, signatureRule.meaningId))
    .leftJoin(productType, eq(productType.id, signatureRule.productTypeId))
    .leftJoin(buildSlotType, eq(buildSlotType.id, signatureRule.buildSlotTypeId));

/** A rule that says which signatures an operation needs. */
export type SignatureRule = RowOf<ReturnType<typeof selectRules>>;

/** Reads rules by their `ids` (a JSON array). */
export const rulesById = statement(() =>
  selectRules().where(inArray(signatureRule.id, each("ids"))),
);

/** Reads the unique fields of the rules with any of these folded `names` or `suids` (JSON arrays). */
export const ruleKeys = statement(() =>
  query
    .select({
      id: signatureRule.id,
      nameKey: signatureRule.nameKey,
      suidKey: signatureRule.suidKey,
    })
    .from(signatureRule)
    .where(
      or(
        inArray(signatureRule.nameKey, each("names")),
        inArray(signatureRule.suidKey, each("suids")),
      ),
    ),
);

/** Returns the rule with an id. Refuses `not_found`, and `stale_revision` of an older one. */
export function requireRule(
  rules: readonly SignatureRule[],
  id: number,
  revNo: number | undefined,
): SignatureRule {
  const found = rules.find((rule) => rule.id === id);
  if (!found) throw refusalAt("not_found", "/id", `No signature rule has the id ${id}.`);
  requireCurrent("SignatureRule", found, revNo, `The signature rule ${found.name}`);
  return found;
}
