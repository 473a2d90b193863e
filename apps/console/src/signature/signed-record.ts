import type { Call } from "@asbuilt/client";

type Signing = Call<"signatureSign">["body"];

/** A record as it is shown: its kind, its id and its revision. */
export interface SignedRecord {
  readonly entity: Signing["entity"];
  readonly id: number;
  readonly revNo: number;
}
