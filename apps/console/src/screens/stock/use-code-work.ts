import { useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { feedback } from "../../scan/feedback.ts";
import { useScan } from "../../scan/use-scan.ts";
import { isSerialOffline, type Match, useFindCode } from "./find-code.ts";

interface CodeWorkOptions {
  readonly onLocation: (suid: string) => void;
  /** Takes an item, or returns why it can't be taken now. */
  readonly onItem: (item: Match) => string | undefined;
  /** Takes a code as a serial, if the service can't be asked what it means. */
  readonly onUnread?: (code: string) => string | undefined;
}

/** The work of a screen that takes items one after another, scanned or typed. */
export function useCodeWork({ onLocation, onItem, onUnread }: CodeWorkOptions) {
  const { t } = useLingui();
  const find = useFindCode();
  const [choices, setChoices] = useState<readonly Match[]>([]);
  const [refusal, setRefusal] = useState<string>();
  const [error, setError] = useState<unknown>();
  const [isBusy, setBusy] = useState(false);

  const conclude = (why: string | undefined) => {
    setRefusal(why);
    feedback(why === undefined ? "good" : "bad");
  };
  const choose = (item: Match) => {
    setChoices([]);
    conclude(onItem(item));
  };
  const take = async (code: string) => {
    setBusy(true);
    setError(undefined);
    setChoices([]);
    try {
      const found = await find(code);
      if (found.kind === "location") {
        onLocation(found.suid);
        conclude(undefined);
      } else if (found.kind === "items" && found.items.length === 1) choose(found.items[0]!);
      else if (found.kind === "items") setChoices(found.items);
      else if (found.kind === "command") conclude(t`${code} is a command of the build station.`);
      else if (found.kind === "unnamed")
        conclude(t`The location ${found.name} has no code: nothing can be moved there.`);
      else conclude(t`No item or location has the code ${code}.`);
    } catch (failed) {
      if (onUnread && isSerialOffline(code, failed)) return conclude(onUnread(code));
      setError(failed);
      feedback("bad");
    } finally {
      setBusy(false);
    }
  };
  useScan(({ code }) => take(code));
  return { take, choose, choices, refusal, error, isBusy };
}

export type CodeWork = ReturnType<typeof useCodeWork>;
