import { senderProblems } from "./sender-problems.ts";
import { documentProblems } from "./document-problems.ts";
import type { ProblemKind } from "./problem-kind.ts";

/** Every code that a problem document can carry. */
export const problemKinds = {
  validation_failed: {
    status: 400,
    title: "The request breaks the contract",
    explanation:
      "A field is missing, unknown, of the wrong type or outside its limits. `errors` names each " +
      "field by its JSON pointer and states the rule. Correct the request and send it again.",
  },
  malformed_body: {
    status: 400,
    title: "The body can't be read",
    explanation:
      "The body is not one JSON object in UTF-8, or JSON readers would disagree about it: it " +
      "repeats a key, has a whole number past 2^53, or nests deeper than 32. Correct the body.",
  },
  ...senderProblems,
  not_found: {
    status: 404,
    title: "The request names a record that does not exist",
    explanation:
      "No record has the id, name or serial in the request. Nothing changed. Check the value, or " +
      "create the record first.",
  },
  no_such_path: {
    status: 404,
    title: "There is nothing at this path",
    explanation: "The path is not part of the interface. `/openapi.json` lists every valid path.",
  },
  method_not_allowed: {
    status: 405,
    title: "The path does not accept this method",
    explanation: "Use one of the methods that the `Allow` header lists.",
  },
  duplicate: {
    status: 409,
    title: "A record with that name exists",
    explanation:
      "A name, serial or other identifier must be unique, regardless of case. Use another " +
      "value, or update the existing record.",
  },
  in_use: {
    status: 409,
    title: "The record is in use",
    explanation:
      "Other records refer to it, so it can't be deleted or changed in this way. `counts` gives " +
      "their number. To retire the record, set `isActive` to false. A works order is in use " +
      "while something is built into its items, or its items are built into something.",
  },
  stale_revision: {
    status: 409,
    title: "The record has changed since it was read",
    explanation:
      "`revNo` is not the current revision. `current` is the record as it is now. Apply your " +
      "change to it and send it with its `revNo`.",
  },
  insufficient_quantity: {
    status: 409,
    title: "There is not enough in stock",
    explanation:
      "The item has less than the request takes. Take less, or receive or adjust stock first.",
  },
  negative_quantity: {
    status: 409,
    title: "The quantity would fall below 0",
    explanation: "An adjustment can remove at most the item's actual quantity. Remove less.",
  },
  not_built: {
    status: 409,
    title: "The removal exceeds what is built",
    explanation:
      "The net quantity of the child in this parent is below the quantity to remove. Remove less.",
  },
  already_built: {
    status: 409,
    title: "The single thing is built somewhere",
    explanation:
      "The child's product is tracked by serial, so there is one of it, and it is built into the " +
      "item that `detail` names. Check the serial, or remove it there first.",
  },
  tracking: {
    status: 409,
    title: "A product tracked by serial has single items",
    explanation:
      "The product is tracked by serial: an item of it is exactly one. Send 1, or several items " +
      "with a serial each. A product becomes tracked by serial only if each of its items is one.",
  },
  inventory_managed: {
    status: 409,
    title: "The inventory of the product is managed",
    explanation:
      "No item has the child's serial, and nothing of a managed product is made at a point of " +
      "consumption. Check the serial, or receive the item first.",
  },
  item_on_hold: {
    status: 409,
    title: "The item is on hold",
    explanation:
      "A held item can't be built, built into or dispatched. Release it first. A Release of an item " +
      "with several holds names the one to end: `detail` lists them.",
  },
  item_expired: {
    status: 409,
    title: "The item has expired",
    explanation:
      "Expired material can't be built or dispatched. The expiry is compared with the time at " +
      "which the build or dispatch happened. Use another item, or correct its expiry date.",
  },
  backdated: {
    status: 409,
    title: "The key can't date back so far",
    explanation:
      "A key dates `occurredAt` back by a limited number of hours, which `detail` states, unless " +
      "its role is engineer or admin. Nothing changed. Leave `occurredAt` out, or let an engineer " +
      "or an administrator record it.",
  },
  before_it_was: {
    status: 409,
    title: "It would have happened too early",
    explanation:
      "`occurredAt` is before the receipt or start of an item, before its last Dispatch or " +
      "Return, or before the Build that a Remove takes back. `detail` names the item and both " +
      "times. Correct `occurredAt`, or send the earlier event with its own time first.",
  },
  item_status: {
    status: 409,
    title: "The item's status forbids it",
    explanation:
      "An item with this status does not permit this operation. `detail` says why. Use another " +
      "item.",
  },
  not_in_bom: {
    status: 409,
    title: "The BoM does not accept the child",
    explanation:
      "No active slot in the parent's BoM version has an active candidate for the child's " +
      "product and version. Use another child, or add a candidate to a slot. ChangeVersion refuses " +
      "what is built into units and fits no slot of the new version: `errors` names it.",
  },
  over_maximum: {
    status: 409,
    title: "The quantity exceeds the slot's maximum",
    explanation:
      "The slots that accept the child have less room than the quantity needs. Build less, or " +
      "remove something first.",
  },
  cycle: {
    status: 409,
    title: "An item can't be part of itself",
    explanation:
      "The child is the parent, or the parent is already built into the child. Use another child.",
  },
  reason_not_assigned: {
    status: 409,
    title: "The reason is not assigned to this transaction",
    explanation:
      "The material reason exists, but only for other transactions. Use another reason, or add " +
      "the transaction to this one.",
  },
  decimal_places: {
    status: 409,
    title: "The quantity has too many decimals",
    explanation:
      "A quantity that is booked has at most the product's `InventoryDecimalPlaces`. Round it to " +
      "that number, or give the product more decimals.",
  },
  unit_mismatch: {
    status: 409,
    title: "The units don't convert",
    explanation:
      "The unit measures another dimension than the product's base unit, or the quantity is too " +
      "large in the base unit. Of a Receive, Build or Remove, it is also refused if it is not exact " +
      "in the base unit with six decimals. Use another unit or quantity.",
  },
  quantity_range: {
    status: 409,
    title: "A quantity is out of its range",
    explanation:
      "A candidate needs 0 <= `minQty` <= `qty` <= `maxQty`. An item holds at most " +
      "999999999.999999. A Started works order can't be for less than is started, and starts no " +
      "more than its quantity. Change the quantity.",
  },
  too_many: {
    status: 409,
    title: "The record would hold too many entries",
    explanation:
      "A BoM has at most 200 versions. A slot has at most 1000 candidates and 500 properties, " +
      "and a product 500 properties. The limits also count entries of earlier requests. Delete " +
      "or clear unused entries, or create another BoM. A device history record has at most 10,000 " +
      "items: ask for those of the units in it. A record has at most 200 attachments.",
  },
  details_contradict: {
    status: 409,
    title: "Fields contradict each other",
    explanation:
      "An id and a name that both change are of different records, the child of a Build exists and " +
      "differs from `itemDetails`, or an item differs from the one to merge it into. `errors` " +
      "names the fields. Correct them. For a Build, another serial can be used.",
  },
  ...documentProblems,
  serial_range: {
    status: 409,
    title: "The serial range forbids it",
    explanation:
      "An item with a serial from a range can't be received again, the range has too few " +
      "numbers left, or it would end before its next number. Items have more of the next " +
      "serials than a Start or Receive passes over. Without a range, Receive makes no serial, and " +
      "one that Start makes from the order number can be too long. `detail` names the cause. Send " +
      "other serials, or change the range.",
  },
  unknown_placeholder: {
    status: 409,
    title: "A label of this kind has no such placeholder",
    explanation:
      "A text of the label template has a placeholder that its kind does not have, or a brace that " +
      "belongs to no placeholder. `errors` names them, and lists those that the kind has. Correct " +
      "the text, or change the kind.",
  },
  receipt_profile: {
    status: 409,
    title: "The product's receipt profile forbids it",
    explanation:
      "The profile hides a field that was sent, or requires a field that is missing. `errors` " +
      "names it. Remove or add the field.",
  },
  ambiguous_name: {
    status: 409,
    title: "The name matches several records",
    explanation: "A name with wildcards must match exactly one record. Use a more specific name.",
  },
  order_status: {
    status: 409,
    title: "The works order's status forbids it",
    explanation:
      "The works order's status does not permit this operation, or nothing of it is left to " +
      "start. `detail` says why. Change the order first, or use another one.",
  },
  bom_status: {
    status: 409,
    title: "The BoM version's status forbids it",
    explanation:
      "The BoM version's status does not permit this operation, or works orders were started " +
      "with it, so that what it requires stays. Change the status, or use another version.",
  },
  fixed: {
    status: 409,
    title: "The field can no longer change",
    explanation:
      "Other records depend on this field's value. Leave the field as it is, or create a new " +
      "record.",
  },
  reserved: {
    status: 409,
    title: "The service needs this record",
    explanation:
      "The service finds this record by its SUID, or has a role of this name itself. A record " +
      "can't be deleted, and its SUID can't change. Use another record for your own purpose.",
  },
  last_admin: {
    status: 409,
    title: "Nobody could administer the service",
    explanation:
      "The request would take away the last valid key with the role `admin` of an active user. " +
      "Create a key for another administrator first. An administrator of the machine can create " +
      "one on the command line.",
  },
  inactive: {
    status: 409,
    title: "The record is not active",
    explanation:
      "The record exists, but is retired. Use another record, or set `isActive` to true.",
  },
  incomplete: {
    status: 409,
    title: "A required slot is below its minimum, or a contained unit is unfinished",
    explanation:
      "The unit, or a unit of the works order, has required slots that lack material. `slots` " +
      "lists them. Or a unit of a works order that is in it is not finished. `unfinished` lists " +
      "those, each with the path to it. Build what is missing and complete the units, or send " +
      "`allowIncomplete` and a comment.",
  },
  evidence_missing: {
    status: 409,
    title: "Compulsory evidence of the device history record is missing",
    explanation:
      "A slot whose `edhrBuildRequired` is 2 must be filled, and one whose `edhrBomRequired` is 2 " +
      "must have an active candidate, before the unit is completed. `slots` lists those that lack " +
      "it, and `lacks` says what: `build` or `bom`. Build what is missing, or add a candidate. " +
      "`allowIncomplete` does not replace it.",
  },
  contains_held: {
    status: 409,
    title: "The unit contains an item that is on hold",
    explanation:
      "Something in the unit, at any level, is on hold. `held` lists it, with the path to it. " +
      "Release or replace it, or send `allowHeld` and a comment.",
  },
  signature_required: {
    status: 409,
    title: "A signature is missing",
    explanation:
      "A rule of the plant (`SignatureRule`) demands signatures on the record as it is now: those " +
      "in `signatures`. Sign it (`Signature/Sign`), then send the request again.",
  },
  idempotency_conflict: {
    status: 409,
    title: "The Idempotency-Key was used for another request",
    explanation: "An `Idempotency-Key` names one request. Use a new key for a new request.",
  },
  external_ref_conflict: {
    status: 409,
    title: "The reference was used for another request",
    explanation:
      "A reference of another system names one request permanently. `/api/ExternalRef/Get` " +
      "returns what was done under it. Use a new reference for a new request.",
  },
  reference_owned: {
    status: 409,
    title: "The references of the system belong to another user",
    explanation:
      "The `system` of an `externalRef` belongs to the user who used it first, or whose key an " +
      "administrator bound to it last. Nothing changed. Use a key of that user. An administrator " +
      "gives the system to another user with a key that is bound to it.",
  },
  too_large: {
    status: 413,
    title: "The body is too large",
    explanation:
      "A body has at most 1 MiB, and an attachment 25 MiB. On D1, a batch with an `Idempotency-Key` is also refused if the " +
      "record of its lines exceeds 2 MB. Send several smaller requests.",
  },
  unsupported_media_type: {
    status: 415,
    title: "The body is of another media type",
    explanation:
      "Send the body as `Content-Type: application/json`, without compression. An attachment is " +
      "sent as `application/octet-stream`. It is a PNG, JPEG or WebP picture, a PDF, text, CSV, JSON " +
      "or STEP, as the ending of its name says and as its first bytes show.",
  },
  attachments_off: {
    status: 409,
    title: "The service has no place for attachments",
    explanation:
      "The service is configured without a place for the content of attachments. On Node, " +
      "`ASBUILT_ATTACHMENTS` names a folder; on Workers, the R2 binding `ATTACHMENTS` a bucket. " +
      "Nothing changed. Ask the operator of the service.",
  },
  rate_limited: {
    status: 429,
    title: "Too many requests",
    explanation:
      "The key or the address has reached its limit of requests, or of unknown keys, per " +
      "minute. `RateLimit-Policy` gives the limit. Nothing changed. Repeat the request after " +
      "`Retry-After` seconds.",
  },
  pin_locked: {
    status: 429,
    title: "Too many wrong PINs",
    explanation:
      "A person has 5 wrong PINs in 15 minutes and 20 in a day, and a station 30 in 15 minutes. Until " +
      "then a right one is refused too. Nothing changed. Repeat the request after `Retry-After` " +
      "seconds.",
  },
  internal: {
    status: 500,
    title: "A defect of the service",
    explanation:
      "The service has logged the failure under the request id. Report that id to its operator.",
  },
  overloaded: {
    status: 503,
    title: "The service is overloaded",
    explanation: "Nothing changed. Repeat the request after `Retry-After` seconds.",
  },
  outcome_unknown: {
    status: 503,
    title: "The outcome of the request is unknown",
    explanation:
      "The database did not respond in time, so the request may have taken effect. Repeat it " +
      "with the same `Idempotency-Key`: it takes effect once.",
  },
  unavailable: {
    status: 503,
    title: "The database is unavailable for this request",
    explanation:
      "The database is full, read-only or blocked. Reads can still work while writes are " +
      "refused. Nothing changed. Repeat the request after `Retry-After` seconds.",
  },
  directory_unreachable: {
    status: 503,
    title: "The company's directory can't be reached",
    explanation:
      "A token of the directory can't be checked without it. Nothing changed. Sessions and keys work " +
      "meanwhile. Repeat the request after `Retry-After` seconds.",
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof problemKinds;

/** Every code, in the order of the table. */
// Object.keys forgets which keys an object has.
export const problemCodes = Object.keys(problemKinds) as ProblemCode[];
