import type { AttachedEntity } from "../database/schema/index.ts";
import { isGranted, type Need, type Principal } from "../engine/index.ts";
import { Refusal } from "../refusal.ts";

/**
 * The operations that an attachment of a record needs besides: pictures of a slot or a product are a
 * part of its definition, so who may attach them may change it.
 */
const needs: Readonly<Partial<Record<AttachedEntity, Need & { readonly name: string }>>> = {
  BomSlot: { name: "BomSlot/Upsert", operation: "bomSlotUpsert", roles: ["engineer", "admin"] },
  Product: { name: "Product/Upsert", operation: "productUpsert", roles: ["engineer", "admin"] },
};

// Object.keys returns plain strings.
const defining = Object.keys(needs) as AttachedEntity[];

/** Returns the kinds of record whose attachments a caller may not change. */
export const closedTo = ({ role, rights, bounds }: Principal): readonly AttachedEntity[] =>
  defining.filter((entity) => {
    const need = needs[entity]!;
    const isInBounds = bounds?.operations?.includes(need.operation) ?? true;
    return !isInBounds || !isGranted({ role, rights }, need);
  });

/** Refuses (`forbidden`) a change of the attachments of a record that the caller may not define. */
export function requireOpen(closed: readonly AttachedEntity[], entity: AttachedEntity): void {
  if (!closed.includes(entity)) return;
  const { name, roles } = needs[entity]!;
  throw new Refusal(
    "forbidden",
    `The attachments of a ${entity} are changed by who may use ${name}: the roles ` +
      `${roles.join(", ")}, and roles of the plant that have it.`,
  );
}
