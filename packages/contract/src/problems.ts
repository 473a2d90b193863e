/** A problem code: its status, its title, and the page that explains it. */
export interface ProblemKind {
  readonly status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503;
  readonly title: string;
  /** What it means and what to do about it, for the page at /problems/<code>. */
  readonly explanation: string;
}

/** Every code that a problem document can carry. */
export const problemKinds = {
  validation_failed: {
    status: 400,
    title: "The request breaks the contract",
    explanation:
      "A field is missing, unknown, of the wrong type or outside its limits. `errors` names each " +
      "field by its JSON pointer, with the rule it breaks. Correct the request.",
  },
  malformed_body: {
    status: 400,
    title: "The body can't be read",
    explanation:
      "The body is not one JSON object in UTF-8, or holds what JSON readers disagree about: a " +
      "key twice, a whole number past 2^53, nesting deeper than 32. Correct the body.",
  },
  unauthorized: {
    status: 401,
    title: "No valid key",
    explanation:
      "The request carries no key in `Authorization: Bearer`, or one that is unknown, revoked " +
      "or expired. Ask an administrator for a key.",
  },
  forbidden: {
    status: 403,
    title: "The key's role may not do this",
    explanation:
      "The key is valid, and its role does not include this operation. Use a key of a higher role.",
  },
  not_found: {
    status: 404,
    title: "A record that the request names does not exist",
    explanation: "No record has the id, name or serial that the request gives. Nothing changed.",
  },
  no_such_path: {
    status: 404,
    title: "There is nothing at this path",
    explanation: "The path is not part of the interface. `/openapi.json` lists all that are.",
  },
  method_not_allowed: {
    status: 405,
    title: "The path does not take this method",
    explanation: "The `Allow` header lists the methods that the path takes.",
  },
  duplicate: {
    status: 409,
    title: "A record of that name exists",
    explanation: "A name, serial or other key must be unique, without regard to case.",
  },
  in_use: {
    status: 409,
    title: "The record is in use",
    explanation:
      "Other records refer to it, so it can't be deleted or changed in this way. `counts` says " +
      "how many. To retire it, set `isActive` to false. A works order is in use while something " +
      "is built into its items, or made of them.",
  },
  stale_revision: {
    status: 409,
    title: "The record has changed since it was read",
    explanation: "`revNo` is not the current one. `current` is the record as it is now.",
  },
  insufficient_quantity: {
    status: 409,
    title: "There is not enough in stock",
    explanation: "The item holds less than the request takes.",
  },
  negative_quantity: {
    status: 409,
    title: "The quantity would fall below 0",
    explanation: "An adjustment may take at most what the item holds.",
  },
  not_built: {
    status: 409,
    title: "Less is built than is to be removed",
    explanation: "The net quantity of the child in this parent is below the quantity to remove.",
  },
  item_on_hold: {
    status: 409,
    title: "The item is on hold",
    explanation: "A held item is neither built, built into nor dispatched. Release it first.",
  },
  item_expired: {
    status: 409,
    title: "The item has expired",
    explanation:
      "Expired material is neither built nor dispatched. Its expiry is tested at the time when " +
      "that happened.",
  },
  item_status: {
    status: 409,
    title: "The item's status forbids it",
    explanation: "The status of the item does not admit this operation.",
  },
  not_in_bom: {
    status: 409,
    title: "The BoM does not take the child",
    explanation:
      "No active slot of the BoM version that the parent is built by has an active candidate of " +
      "the child's product and version.",
  },
  over_maximum: {
    status: 409,
    title: "The quantity passes the slot's maximum",
    explanation: "The slots that take the child have less room than the quantity needs.",
  },
  cycle: {
    status: 409,
    title: "An item can't be part of itself",
    explanation: "The child is the parent, or the parent is already built into the child.",
  },
  reason_not_assigned: {
    status: 409,
    title: "The reason is not assigned to this transaction",
    explanation: "The material reason exists, and is for other transactions.",
  },
  decimal_places: {
    status: 409,
    title: "The quantity has too many decimals",
    explanation: "A quantity has at most the product's Inventory Decimal Places.",
  },
  unit_mismatch: {
    status: 409,
    title: "The units don't convert",
    explanation:
      "The unit measures another dimension than the product's base unit, or the conversion is " +
      "not exact in six decimals.",
  },
  quantity_range: {
    status: 409,
    title: "A quantity is out of its range",
    explanation:
      "A candidate's minimum, quantity and maximum must not fall: 0 <= min <= qty <= max. What an " +
      "item holds may not pass 999999999.999999. A works order starts at most 1000 items.",
  },
  too_many: {
    status: 409,
    title: "The record would hold more than a request can send back",
    explanation:
      "A BoM has at most 200 versions, a slot 1000 candidates and 500 properties, and a product 500 " +
      "properties, by however many requests they come. Delete or clear what is not needed, or make " +
      "another BoM.",
  },
  details_contradict: {
    status: 409,
    title: "The item details contradict the item",
    explanation: "The child exists, and is not what `itemDetails` says. `errors` names the fields.",
  },
  serial_range: {
    status: 409,
    title: "The serial range forbids it",
    explanation:
      "The product's serials come from a range: the item can't be received twice, or the range " +
      "has no number left. Without a range, a serial made from the order number may be too long.",
  },
  receipt_profile: {
    status: 409,
    title: "The product's receipt profile forbids it",
    explanation: "The profile hides a field that was sent, or demands one that was not.",
  },
  ambiguous_name: {
    status: 409,
    title: "The name fits several records",
    explanation: "A name with wildcards must fit exactly one record.",
  },
  order_status: {
    status: 409,
    title: "The works order's status forbids it",
    explanation: "The works order is not in a status that admits this operation.",
  },
  bom_status: {
    status: 409,
    title: "The BoM version's status forbids it",
    explanation: "The BoM version is not in a status that admits this operation.",
  },
  fixed: {
    status: 409,
    title: "The field can't change any more",
    explanation: "The record is used in a way that rests on this field's value.",
  },
  reserved: {
    status: 409,
    title: "The service itself uses this record",
    explanation: "The service sets this record by its SUID, so it keeps it and can't be deleted.",
  },
  inactive: {
    status: 409,
    title: "The record is not active",
    explanation: "The record exists, and has been retired.",
  },
  incomplete: {
    status: 409,
    title: "A required slot is under its minimum",
    explanation:
      "The works order has items whose required slots lack material; `slots` names them. " +
      "`allowIncomplete` with a comment completes it nevertheless.",
  },
  idempotency_conflict: {
    status: 409,
    title: "The Idempotency-Key was used for another body",
    explanation: "A key names one request. Use a new key for a new request.",
  },
  external_ref_conflict: {
    status: 409,
    title: "The reference was used for another request",
    explanation:
      "Another system's reference names one thing that it sends, for ever. What was done under it " +
      "is told by `/api/ExternalRef/Get`. Use a new reference for something new.",
  },
  too_large: {
    status: 413,
    title: "The body is too large",
    explanation: "A body is at most 1 MiB.",
  },
  unsupported_media_type: {
    status: 415,
    title: "The body is not JSON",
    explanation: "Send the body as `Content-Type: application/json`, not compressed.",
  },
  rate_limited: {
    status: 429,
    title: "Too many requests",
    explanation:
      "The key or the address has sent as many requests, or unknown keys, as it may for now. " +
      "`RateLimit-Policy` says how many, a minute. Nothing changed. Repeat the request after " +
      "`Retry-After` seconds.",
  },
  internal: {
    status: 500,
    title: "A defect of the service",
    explanation: "The failure is logged under the request id. Nothing else is told of it here.",
  },
  overloaded: {
    status: 503,
    title: "The service has too much to do",
    explanation: "Nothing changed. Repeat the request after `Retry-After` seconds.",
  },
  outcome_unknown: {
    status: 503,
    title: "It is not known whether the request took effect",
    explanation:
      "The database did not answer in time. Repeat the request with the same Idempotency-Key: it " +
      "takes effect once.",
  },
  unavailable: {
    status: 503,
    title: "The database can't be used for this at the moment",
    explanation:
      "It is full, read-only or blocked: reads may go on while writes are refused. Nothing " +
      "changed. Repeat the request after `Retry-After` seconds.",
  },
} as const satisfies Record<string, ProblemKind>;

export type ProblemCode = keyof typeof problemKinds;
