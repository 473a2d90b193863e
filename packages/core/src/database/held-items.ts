/** The condition of the holds of the batch of an item, by the aliases of both tables. */
const isOfBatch = (hold: string, item: string) =>
  `${hold}.product_id = ${item}.product_id and ${hold}.batch_key = ${item}.batch_key`;

/**
 * Whether an item is on hold, by the alias of its table: itself, or by its batch. The batches on hold
 * are looked up in one list, and not read again for each item.
 */
export const isHeld = (item: string): string => `(+${item}.hold_reason_id is not null or coalesce(
  (${item}.product_id, ${item}.batch_key) in (select product_id, batch_key from batch_hold), 0))`;

/** The ids of the items on hold: by themselves, and by their batch, each found by its batch. */
export const heldRows = (): string => `
  select held.id from material_item as held where held.hold_reason_id is not null
  union all
  select held.id from batch_hold as batch
  cross join material_item as held on held.batch_key = batch.batch_key
  where +held.product_id = batch.product_id and held.hold_reason_id is null`;

/**
 * The ids of items among which all are that are on hold: those of a batch on hold are found by the
 * index of batches alone, whatever product they are of. A condition of the rows decides.
 */
export const heldCandidates = (): string => `
  select held.id from material_item as held where held.hold_reason_id is not null
  union all
  select held.id from batch_hold as batch
  cross join material_item as held on held.batch_key = batch.batch_key`;

/** The name of the reason why an item is on hold: the first one, or that of its batch. */
export const heldReason = (item = "material_item"): string => `coalesce(
  (select name from hold_reason where id = ${item}.hold_reason_id),
  (select reason.name from batch_hold as batch
    join hold_reason as reason on reason.id = batch.hold_reason_id
    where ${isOfBatch("batch", item)} order by batch.hold_reason_id limit 1))`;

// The cross joins keep the order of the index of batches: by the reason.

/** The holds of the batch of an item as JSON, by the alias of its table; null without any. */
export const holdsOfBatch = (item = "material_item"): string => `case
  when ${item}.batch_key is not null then (
    select nullif(json_group_array(json_object('id', batch.id, 'batchKey', batch.batch_key,
      'holdReasonId', batch.hold_reason_id, 'holdReason', reason.name)), '[]')
    from batch_hold as batch cross join hold_reason as reason
    where ${isOfBatch("batch", item)} and reason.id = batch.hold_reason_id) end`;

/** The holds of all batches of a product as JSON, by the alias of its table. */
export const heldBatchesOf = (product: string): string => `(
    select nullif(json_group_array(json_object('id', batch.id, 'batchKey', batch.batch_key,
      'holdReasonId', batch.hold_reason_id, 'holdReason', reason.name)), '[]')
    from batch_hold as batch cross join hold_reason as reason
    where batch.product_id = ${product}.id and reason.id = batch.hold_reason_id)`;

/** A hold of the batch of an item. */
export interface HoldOfBatch {
  readonly id: number;
  readonly batchKey: string;
  readonly holdReasonId: number;
  readonly holdReason: string;
}

/** Reads the holds of batches from their JSON. */
export const parseHoldsOfBatch = (text: string) =>
  JSON.parse(text) as readonly HoldOfBatch[] | null;
