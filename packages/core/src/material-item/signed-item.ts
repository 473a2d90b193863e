import { requireSigned, type Signed } from "../signature/gate.ts";
import type { SignedOperation } from "../database/schema/index.ts";
import type { Item } from "./item.ts";

/**
 * Lets operations on an item pass if it has the signatures that they need. Refuses
 * `signature_required`. The item was read with its `signing`. Without an operation, the request
 * relies on no rule.
 */
export const requireSignedItem = (
  { id, revNo, visualSerialNo, signing }: Item,
  operations: readonly SignedOperation[],
): Signed =>
  operations.length === 0
    ? { asserts: [], detail: undefined }
    : requireSigned(
        { entity: "MaterialItem", id, revNo, name: `Item ${visualSerialNo}` },
        signing!,
        operations,
      );
