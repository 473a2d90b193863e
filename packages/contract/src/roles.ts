/** The roles that every plant has. Each is a set of operations, and no role is above another. */
export const roleNames = ["viewer", "operator", "stores", "quality", "engineer", "admin"] as const;
export type Role = (typeof roleNames)[number];

/** The roles that may do each kind of work. Every route has those of its kind. */
export const rolesFor = {
  reading: roleNames,
  /** Work at a station: Build, Remove and Complete. */
  building: ["operator", "engineer", "admin"],
  /** Receive and ItemAdjust. */
  receiving: ["operator", "stores", "engineer", "admin"],
  /** The other verbs of stores: Move, Split, Merge, Scrap, Dispatch and Return. */
  storing: ["stores", "engineer", "admin"],
  holding: ["operator", "quality", "engineer", "admin"],
  /** The end of a doubt about material: Release and Void. */
  releasing: ["quality", "engineer", "admin"],
  /** Pictures, certificates and test results. */
  attaching: ["operator", "stores", "quality", "engineer", "admin"],
  verifying: ["quality", "admin"],
  /** Electronic signatures: everybody who works signs for it. */
  signing: ["operator", "stores", "quality", "engineer", "admin"],
  /** Products, BoMs, works orders, and what corrects an item. */
  engineering: ["engineer", "admin"],
  administration: ["admin"],
} as const satisfies Readonly<Record<string, readonly Role[]>>;
