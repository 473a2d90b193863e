import { useState } from "react";
import { useWrites } from "../../client/writes.ts";
import type { Bom, BomVersion, Slot } from "./bom.ts";
import { copyOf } from "./copy.rules.ts";

export interface CopyVersion {
  readonly isBusy: boolean;
  /** Whether the version exists: only its slots are still to be copied. */
  readonly isBegun: boolean;
  /** The number of slots that are copied. */
  readonly copied: number;
  readonly error: unknown;
  /** Returns the version; undefined after a failure. Run again, it continues where it stopped. */
  readonly run: (number: string, slots: readonly Slot[]) => Promise<BomVersion | undefined>;
}

/** Makes a draft version, and then each of its slots like the slot of another version. */
export function useCopyVersion(bom: Bom): CopyVersion {
  const { send, readAgain } = useWrites();
  const [created, setCreated] = useState<BomVersion>();
  const [copied, setCopied] = useState(0);
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);
  const create = async (number: string) => {
    const body = { id: bom.id, versions: [{ version: number, status: "Draft" as const }] };
    const { versions } = await send("bomUpsert", { body });
    const version = versions.find((one) => one.version === number)!;
    setCreated(version);
    return version;
  };
  const run: CopyVersion["run"] = async (number, slots) => {
    setBusy(true);
    setError(undefined);
    try {
      const version = created ?? (await create(number));
      // One after the other: slots are shown in the order of their making.
      for (const [index, slot] of slots.entries()) {
        if (index < copied) continue;
        await send("bomSlotUpsert", { body: copyOf(slot, version) });
        setCopied(index + 1);
      }
      return version;
    } catch (refused) {
      setError(refused);
      return undefined;
    } finally {
      await readAgain();
      setBusy(false);
    }
  };
  return { isBusy, isBegun: created !== undefined, copied, error, run };
}
