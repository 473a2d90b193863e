/** The business steps of CBV 2.0 that EPCIS events of this service have. */
export type BizStep =
  | "assembling"
  | "commissioning"
  | "creating_class_instance"
  | "cycle_counting"
  | "destroying"
  | "holding"
  | "installing"
  | "receiving"
  | "removing"
  | "repackaging"
  | "shipping"
  | "storing";

/** The properties of an action. */
interface Action {
  /** It can change a historical field (below), so earlier states are read from its changes. */
  readonly renames?: true;
  /** It is written so often that the index by action leaves it out. */
  readonly isFrequent?: true;
  /** Its side of a Build or Remove. The parent's change comes first, the child's right after it. */
  readonly side?: "parent" | "child";
  /** The business steps of its EPCIS events; without it, no event reports the action. */
  readonly epcis?: readonly BizStep[];
  /** Its EPCIS events observe the whole item, so they need the stock after the change. */
  readonly observesStock?: true;
}

const written = { created: {}, updated: {}, deleted: {} } as const;

/**
 * The actions of each record, in the past tense, as the change log names them. The types of events,
 * the indexes of the log and the EPCIS events follow from this list.
 */
export const actions = {
  // A key that exists becomes the one that the environment configures.
  ApiKey: { created: {}, configured: {}, revoked: {} },
  // Its content stays: it is removed from its record.
  Attachment: { uploaded: {}, removed: {} },
  BatchHold: written,
  Bom: written,
  BomSlot: { ...written, candidatesChanged: {}, propertiesChanged: {}, propertyCleared: {} },
  BomVersion: {
    ...written,
    copied: {},
    slotChanged: {},
    pinned: {},
    unitsJoined: {},
    completed: {},
  },
  BuildSlotType: written,
  CaseData: { updated: {} },
  CaseDataDefinition: written,
  Currency: written,
  HoldReason: written,
  LabelTemplate: written,
  Location: written,
  MaterialItem: {
    received: { epcis: ["receiving"] },
    // The receipt of an item that was made at the point of consumption.
    adopted: { renames: true, epcis: ["receiving"] },
    receivedAndBuilt: { side: "child", epcis: ["commissioning", "assembling", "installing"] },
    adjusted: { epcis: ["cycle_counting", "destroying"] },
    built: {
      isFrequent: true,
      side: "child",
      epcis: ["creating_class_instance", "cycle_counting", "assembling", "installing"],
    },
    builtInto: { isFrequent: true, side: "parent" },
    removed: {
      side: "child",
      epcis: ["removing", "assembling", "installing", "destroying", "holding"],
    },
    removedFrom: { side: "parent" },
    updated: {
      renames: true,
      epcis: ["cycle_counting", "holding", "storing"],
      observesStock: true,
    },
    held: { epcis: ["holding"], observesStock: true },
    released: { epcis: ["holding"], observesStock: true },
    moved: { renames: true, epcis: ["storing"], observesStock: true },
    relabelled: { renames: true },
    scrapped: { epcis: ["destroying"] },
    dispatched: { epcis: ["shipping"], observesStock: true },
    returned: { renames: true, epcis: ["receiving", "holding", "storing"], observesStock: true },
    started: { epcis: ["commissioning"] },
    completed: {},
    // A unit of a works order, with what is built into it, went to another BoM version.
    versionChanged: {},
    reopened: {},
    // Of the item that parts are taken off, and of each part, which begins with it.
    split: {},
    splitOff: { epcis: ["repackaging", "holding"] },
    // Of the item that takes others in, and of each of these.
    mergedInto: {},
    merged: { epcis: ["repackaging"] },
    // It frees the serial. Its event declares the item's first event an error.
    voided: { renames: true, epcis: ["commissioning", "receiving"] },
  },
  MaterialReason: written,
  MaterialStatus: written,
  OwnershipType: written,
  Plant: written,
  // A batch of it was put on hold, or released: who relies on the product reads the holds again.
  Product: {
    ...written,
    copied: {},
    batchHeld: { epcis: ["holding"] },
    batchReleased: { epcis: ["holding"] },
  },
  ProductType: written,
  PropertyDefinition: written,
  ReceiptProfile: written,
  ReceiptRecipe: written,
  Role: written,
  SerialRange: { ...written, numbered: {} },
  Session: { created: {}, ended: {} },
  Signature: { signed: {} },
  SignatureMeaning: written,
  SignatureRule: written,
  SlotCandidate: written,
  UnitOfMeasure: written,
  // The person sets a PIN, an administrator resets or clears it. A user also accepts a record whose
  // seals do not follow its kept anchor.
  User: { ...written, pinSet: {}, pinReset: {}, pinCleared: {}, tookOver: {} },
  Webhook: { ...written, deactivated: {}, replayed: {} },
  WorkCentre: written,
  WorkCentreGroup: written,
  WorksOrder: {
    ...written,
    started: {},
    itemJoined: {},
    versionChanged: {},
    completed: {},
    cancelled: {},
  },
} as const satisfies Readonly<Record<string, Readonly<Record<string, Action>>>>;

/** The records that have a revision, by the names that the change log gives them. */
export type EntityName = keyof typeof actions;

/** The actions that a record has. */
export type ActionOf<Name extends EntityName> = keyof (typeof actions)[Name] & string;

export type ItemAction = ActionOf<"MaterialItem">;

const itemActions = Object.entries<Action>(actions.MaterialItem);

/** The actions of items that meet a condition, in the order of the list. */
export const itemActionsWhere = (holds: (action: Action) => unknown): readonly ItemAction[] =>
  // The keys are those of the list.
  itemActions.flatMap(([name, action]) => (holds(action) ? [name as ItemAction] : []));

/** The actions that put a batch of a product on hold, or end its hold. */
export const batchActions = ["batchHeld", "batchReleased"] as const satisfies ActionOf<"Product">[];

/** The actions of items and of batches whose events meet a condition. */
export const tracedActionsWhere = (
  holds: (steps: readonly BizStep[]) => boolean,
): readonly string[] => [
  ...itemActionsWhere(({ epcis }) => epcis && holds(epcis)),
  ...batchActions.filter((name) => holds(actions.Product[name].epcis)),
];

/** The actions that can change a historical field of an item. */
const renamingActions = itemActionsWhere(({ renames }) => renames);

/** Actions as a list of SQL, in the order of the migrations: `('moved', 'updated')`. */
const sqlList = (names: readonly (ItemAction | (typeof batchActions)[number])[]): string =>
  `(${names
    .toSorted()
    .map((name) => `'${name}'`)
    .join(", ")})`;

/**
 * Lists of actions for SQL. SQLite uses a partial index only where the query repeats its condition,
 * so the index and its queries share these texts.
 */
export const actionLists = {
  /** Those that can change a historical field. */
  renaming: sqlList(renamingActions),
  /** Those that the index by action leaves out. */
  frequent: sqlList(itemActionsWhere(({ isFrequent }) => isFrequent)),
  /** Those of a batch of a product. */
  ofBatch: sqlList(batchActions),
  /** The parent's and the child's side of a Build or Remove. */
  ofParent: sqlList(itemActionsWhere(({ side }) => side === "parent")),
  ofChild: sqlList(itemActionsWhere(({ side }) => side === "child")),
} as const;

/**
 * The fields of an item that can be read for an earlier time: from their present values and the
 * changes by renaming actions since then.
 */
export const historicalFields = [
  "visualSerialNo",
  "batchNo",
  "deliveryNo",
  "version",
  "productId",
  "nominalQty",
  "locationId",
  "worksOrderId",
  "expiryAt",
] as const;
export type HistoricalField = (typeof historicalFields)[number];

/** The historical fields, for checks at run time. */
export const isHistorical: ReadonlySet<string> = new Set(historicalFields);

/** The renaming actions, for checks at run time. */
export const isRenaming: ReadonlySet<string> = new Set(renamingActions);
