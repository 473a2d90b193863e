import type { Answer, Call, Problem } from "@asbuilt/client";
import type { NumberSigns } from "../../contract/decimal.rules.ts";
import type { WriteResult } from "../../outbox/outbox.ts";
import type { Command } from "../../scan/code.rules.ts";
import type { Known, Match, Unit, UnitContent } from "./unit.rules.ts";

type Scanned = Answer<"scanResolve">;

/** A reason that a removal can give. */
export interface Reason {
  readonly suid: string;
  readonly name: string;
  readonly description: string | null;
  readonly disposition: "return" | "hold" | "scrap";
}

/** A unit to choose: one that was left, or one of an order. */
export interface ParkedUnit {
  readonly serial: string;
  readonly product: string;
  /** The number of required slots. */
  readonly required: number;
  /** The number of these that have their minimum. */
  readonly filled: number;
  readonly holdReason?: string | null;
}

/** The event that the station waits for. */
export type Waiting =
  | { readonly kind: "scan" }
  | { readonly kind: "answer" }
  | { readonly kind: "choice"; readonly matches: readonly Match[] }
  | { readonly kind: "unit"; readonly orderNo: string; readonly units: readonly ParkedUnit[] }
  | { readonly kind: "quantity"; readonly child: Child; readonly text: string }
  | { readonly kind: "removal" }
  | { readonly kind: "reason"; readonly content: UnitContent }
  | { readonly kind: "removedQuantity"; readonly removal: Removal; readonly text: string }
  | { readonly kind: "receipt"; readonly receipt: NewItem };

/** An item that goes into the unit. Without a network only its code is known. */
export interface Child {
  readonly serial: string;
  readonly match?: Match;
}

interface Removal {
  readonly content: UnitContent;
  readonly reasonSUID: string;
}

/** A code without an item, and what its GS1 elements say about one. */
export interface NewItem {
  readonly serial: string;
  readonly productName?: string | undefined;
  readonly batchNo?: string | undefined;
  readonly expiryDate?: string | undefined;
  /** The quantity that was entered before a refusal. */
  readonly qty?: number | undefined;
}

/** A quantity of an item in a unit. */
export interface Built {
  readonly parent: string;
  readonly child: string;
  readonly qty: number;
  readonly unit: string | null;
}

/** The last result. */
export type Banner =
  | { readonly kind: "welcome" | "cancelled" | "nothingToUndo" | "nothingToConfirm" }
  | { readonly kind: "openFirst" | "notForStation" | "badQuantity" | "scanToRemove" }
  | { readonly kind: "unknownCommand"; readonly code: string }
  | { readonly kind: "unreachable" }
  | { readonly kind: "opened" | "parked" | "completed"; readonly serial: string }
  | { readonly kind: "repeated" | "answerFirst" | "notHere" | "noUnit"; readonly code: string }
  | { readonly kind: "noUnits" | "chooseUnit"; readonly orderNo: string }
  | {
      readonly kind: "chooseItem" | "noSuchReason" | "askQuantity" | "askUnknown";
      readonly code: string;
    }
  | { readonly kind: "askReason"; readonly serial: string }
  | { readonly kind: "unknown"; readonly item: NewItem }
  | { readonly kind: "notAUnit" | "notInBom"; readonly match: Match }
  /** A part was scanned where a unit is needed. */
  | { readonly kind: "partFirst"; readonly serial: string; readonly product: string }
  /** Only what was taken out of a finished unit opens it again. */
  | { readonly kind: "finished" | "reopenFirst"; readonly serial: string }
  | { readonly kind: "alreadyBuilt"; readonly content: UnitContent }
  | { readonly kind: "built" | "removed" | "undone"; readonly built: Built }
  | { readonly kind: "kept"; readonly what: string }
  | {
      readonly kind: "refused";
      readonly problem: Problem;
      readonly child?: Child | undefined;
    };

/** A request of the station to the service. */
export type StationCall =
  | { readonly kind: "resolve"; readonly code: string; readonly isToRemove: boolean }
  | { readonly kind: "open"; readonly serial: string; readonly match?: Match }
  | { readonly kind: "units"; readonly orderNo: string }
  | {
      readonly kind: "build";
      readonly body: Call<"buildBuild">["body"];
      readonly child: Child;
    }
  | {
      readonly kind: "remove";
      readonly body: Call<"buildRemove">["body"];
      readonly built: Built;
      readonly isUndo: boolean;
    }
  | { readonly kind: "complete"; readonly serial: string };

export type StationAnswer =
  | { readonly kind: "resolved"; readonly scan: Scanned }
  | { readonly kind: "opened"; readonly unit: Unit }
  | { readonly kind: "units"; readonly units: readonly ParkedUnit[] }
  | {
      readonly kind: "written";
      readonly result: WriteResult<"buildBuild" | "buildRemove" | "materialItemComplete">;
      /** The open unit as it is now. */
      readonly unit?: Unit | undefined;
    }
  /** A read had no answer. Without a problem, the service could not be reached. */
  | {
      readonly kind: "failed";
      readonly problem?: Problem | undefined;
      /** The station knew this of the code. */
      readonly known?: Known | undefined;
    };

/** An event at the station. */
export type StationEvent =
  | { readonly kind: "scan"; readonly code: string }
  /** A scanned command, or its key or button. */
  | { readonly kind: "command"; readonly command: Command }
  | { readonly kind: "answer"; readonly call: StationCall; readonly answer: StationAnswer }
  | { readonly kind: "pickUnit"; readonly serial: string }
  | { readonly kind: "pickMatch"; readonly match: Match }
  | { readonly kind: "quantity"; readonly text: string }
  | { readonly kind: "pickContent"; readonly content: UnitContent }
  | { readonly kind: "offerReceipt"; readonly item: NewItem }
  | { readonly kind: "receive"; readonly body: Call<"buildBuild">["body"] }
  /** A write that was kept has an outcome. */
  | { readonly kind: "late"; readonly banner: Banner }
  | { readonly kind: "refreshed"; readonly unit: Unit };

export interface StationState {
  readonly unit: Unit | undefined;
  readonly waiting: Waiting;
  readonly banner: Banner;
  /** The banners, newest first. */
  readonly log: readonly Banner[];
  readonly lastScan: { readonly code: string; readonly atMs: number } | undefined;
  readonly lastBuilt: (Built & { readonly atMs: number }) | undefined;
  readonly parked: readonly ParkedUnit[];
}

/** The settings that the rules follow. */
export interface StationSettings {
  /** Takes the quantity that a slot lacks without a question. */
  readonly takesMissing: boolean;
  readonly undoReason: string;
  readonly isOfflineAllowed: boolean;
  readonly signs: NumberSigns;
  readonly locale: string;
  /** The reasons that a removal can give. */
  readonly reasons: readonly string[];
}

export interface Stepped {
  readonly state: StationState;
  readonly call?: StationCall | undefined;
}

/** The settings and the time of an event. */
export interface Moment {
  readonly settings: StationSettings;
  readonly atMs: number;
}
