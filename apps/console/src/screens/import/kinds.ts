import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { ListName } from "../../client/asbuilt.ts";
import { requestFields } from "../../contract/fields.gen.ts";
import type { FieldOf } from "../../contract/field.ts";
import { resources } from "../reference/resources.ts";

/** The operations that a table can have the requests of. */
export type ImportOperation =
  | "materialItemReceive"
  | "productUpsert"
  | "worksOrderUpsert"
  | "bomUpsert"
  | "workCentreGroupUpsert"
  | (typeof resources)[keyof typeof resources]["upsert"];

/** The records that the rows of a table are of. */
export interface ImportKind {
  readonly name: MessageDescriptor;
  readonly operation: ImportOperation;
  /** The name of a file of the same rows for the command line, without its ending. */
  readonly file: string;
  /** The list that has the records which its rows name. */
  readonly list: ListName;
  /** The fields of its request. */
  readonly fields: readonly FieldOf[];
}

/** Fields that the service sets or finds itself: a table that was saved has these columns too. */
const ownFields =
  /^(?:id|ID|revNo|externalRef|status|versions|startDT|endDT|qtyStarted|qtyLeft)$|[a-z]IDs?$/;

/** Returns whether the rows of an import leave a field out. */
export const isOwnField = (name: string): boolean => ownFields.test(name);

const kind = (operation: ImportOperation, list: ListName, name: MessageDescriptor): ImportKind => {
  const [, resource = "", verb = ""] = /^(\w+)(Receive|Upsert)$/.exec(operation) ?? [];
  return {
    name,
    operation,
    file: `${resource.charAt(0).toUpperCase()}${resource.slice(1)}.${verb}`,
    list,
    fields: requestFields[operation],
  };
};

/** All kinds of rows, in the order in which the records need each other. */
export const importKinds: readonly ImportKind[] = [
  kind("materialItemReceive", "materialItemList", msg`Receipts`),
  kind("productUpsert", "productList", msg`Products`),
  kind("bomUpsert", "bomList", msg`BoMs`),
  kind("worksOrderUpsert", "worksOrderList", msg`Works orders`),
  kind("workCentreGroupUpsert", "workCentreGroupList", msg`Work centre groups`),
  ...Object.values(resources).map(({ upsert, list, name }) => kind(upsert, list, name)),
];
