import type { Answer } from "@asbuilt/client";

/** A BoM with its versions, as the service shows it. */
export type Bom = Answer<"bomList">[number];

/** An issue of a BoM. */
export type BomVersion = Bom["versions"][number];

/** A slot of a BoM version, with its candidates and properties. */
export type Slot = Answer<"bomSlotList">[number];

/** A product that can fill a slot. */
export type Candidate = Slot["candidates"][number];
