import { operationsOfAll } from "@asbuilt/contract";
import type { KeyBounds, Principal } from "@asbuilt/core";
import { RequestRefusal } from "../response/problem.ts";
import { networksCheck } from "./networks.ts";

const refused = (detail: string) => new RequestRefusal("key_bound", detail);

/** Refuses (`key_bound`) a request from another address, or for another operation, than its key's. */
export async function requireWithinBounds(
  { addresses, operations }: KeyBounds,
  { address, operationId }: { readonly address: string; readonly operationId: string },
): Promise<void> {
  if (addresses && !(await networksCheck(addresses))(address)) {
    throw refused(`The key is bound to other addresses than ${address || "an unknown one"}.`);
  }
  if (operations && !operationsOfAll.has(operationId) && !operations.includes(operationId)) {
    throw refused(`The key is bound to other operations than ${operationId}.`);
  }
}

/** Refuses (`key_bound`) a reference of a system that the key is not bound to. */
export function requireSystem({ bounds }: Principal, system: string): void {
  const { externalSystems } = bounds ?? {};
  if (!externalSystems || externalSystems.includes(system)) return;
  throw refused(`The key is bound to other external systems than ${system}.`);
}
