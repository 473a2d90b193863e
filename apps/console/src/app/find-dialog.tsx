import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, type KeyboardEvent, useDeferredValue, useId, useState } from "react";
import { useRead } from "../client/queries.ts";
import { ProblemNotice } from "../contract/problem-text.tsx";
import { visibleCode } from "../scan/code.rules.ts";
import { feedback } from "../scan/feedback.ts";
import { type DeadEnd, DeadEndText, useFindCode } from "../scan/dead-end.tsx";
import { useScan } from "../scan/use-scan.ts";
import { useMay } from "../session/session.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { kindNames, recordAddress } from "./record-address.ts";
import { useGoTo } from "./use-go-to.ts";
import { usePlaces } from "./use-places.ts";

/** A record or a screen that the text finds. */
interface Hit {
  readonly address: string;
  readonly name: string;
  readonly note: string;
}

/** Finds a screen, a record by the beginning of its name, or the record of a code. */
export function FindDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const [text, setText] = useState("");
  const [deadEnd, setDeadEnd] = useState<DeadEnd>();
  const goTo = useGoTo();
  const find = useFindCode();
  const open = (address: string) => {
    onClose();
    goTo(address);
  };
  // A text that is no whole code means the first record or screen that it finds.
  const openTyped = async (code: string, first: Hit | undefined) => {
    const outcome = await find(code);
    if (outcome?.kind === "unknown" && first) return open(first.address);
    show(outcome);
  };
  const show = (outcome: DeadEnd | undefined) => {
    setDeadEnd(outcome);
    if (!outcome) onClose();
  };
  const resolve = async (code: string) => {
    const outcome = await find(code);
    show(outcome);
    return outcome;
  };
  useScan(async ({ code }) => {
    setText(visibleCode(code));
    feedback((await resolve(code)) ? "bad" : "good");
  });
  return (
    <Dialog title={t`Find or scan anything`} onClose={onClose}>
      <FindForm
        text={text}
        onText={(typed) => {
          setText(typed);
          setDeadEnd(undefined);
        }}
        onOpen={open}
        onCode={(code, first) => void openTyped(code, first)}
        onClose={onClose}
      />
      {deadEnd ? <DeadEndText deadEnd={deadEnd} onGo={onClose} /> : undefined}
    </Dialog>
  );
}

interface FindFormProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onOpen: (address: string) => void;
  /** Gets the first of what the code finds as a text too. */
  readonly onCode: (code: string, first: Hit | undefined) => void;
  readonly onClose: () => void;
}

function FindForm({ text, onText, onOpen, onCode, onClose }: FindFormProps) {
  const { t } = useLingui();
  const id = useId();
  const { hits, error } = useHits(text);
  const [active, setActive] = useState(-1);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const hit = hits[active];
    if (hit) onOpen(hit.address);
    else if (text.trim() !== "") onCode(text.trim(), hits[0]);
  };
  const move = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setActive(Math.min(Math.max(active + step, -1), hits.length - 1));
  };
  return (
    <form className="form" onSubmit={submit} data-find>
      <input
        className="input"
        role="combobox"
        aria-label={t`Serial, order, product, location or code`}
        aria-expanded={hits.length > 0}
        aria-controls={id}
        aria-activedescendant={active < 0 ? undefined : `${id}-${active}`}
        autoComplete="off"
        maxLength={4000}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- a person opens the dialog to type here
        autoFocus
        value={text}
        onKeyDown={move}
        onChange={(event) => {
          onText(event.target.value);
          setActive(-1);
        }}
      />
      <HitList id={id} hits={hits} active={active} onOpen={onOpen} />
      {error ? <ProblemNotice error={error} /> : undefined}
      <div className="form-actions">
        <Button type="submit" kind="main" disabled={text.trim() === ""}>
          <Trans>Open</Trans>
        </Button>
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </form>
  );
}

interface HitListProps {
  readonly id: string;
  readonly hits: readonly Hit[];
  readonly active: number;
  readonly onOpen: (address: string) => void;
}

// The input keeps the focus and names the active option.
const HitList = ({ id, hits, active, onOpen }: HitListProps) => {
  const { t } = useLingui();
  return (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the options of a datalist have no notes
    <div id={id} role="listbox" aria-label={t`Found`} className="hits">
      {hits.map(({ address, name, note }, index) => (
        <div
          key={`${address} ${name}`}
          id={`${id}-${index}`}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as its list
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className="hit"
          onClick={() => onOpen(address)}
          onKeyDown={({ key }) => key === "Enter" && onOpen(address)}
        >
          <strong>{name}</strong> <span className="soft">{note}</span>
        </div>
      ))}
    </div>
  );
};

/** Returns what a text finds; nothing while that is not known for the text as it is now. */
function useHits(text: string): { readonly hits: readonly Hit[]; readonly error: unknown } {
  const { t, i18n } = useLingui();
  const typed = text.trim();
  const sought = useDeferredValue(typed);
  const found = useRead("recordFind", { body: { text: sought } }, sought !== "");
  const isExact = found.data?.some(({ name }) => isSameName(name, sought)) ?? true;
  const batch = useBatchHits(sought, !isExact);
  const places = usePlaces()
    .flatMap((group) => group.places)
    .map(({ path, name }) => ({ address: path, name: i18n._(name), note: t`Screen` }))
    .filter(({ name }) => sought !== "" && startsWith(name, sought));
  const records = (sought === "" ? [] : (found.data ?? [])).map((record) => ({
    address: recordAddress({ ...record, suid: record.detail }),
    name: record.name,
    note: [i18n._(kindNames[record.kind]), record.detail].filter(Boolean).join(" · "),
  }));
  return {
    hits: sought === typed ? [...places, ...records, ...batch] : [],
    error: found.error,
  };
}

/** Returns the screens that show a batch, if there are items of it. */
function useBatchHits(batchNo: string, isNeeded: boolean): readonly Hit[] {
  const { t } = useLingui();
  const may = useMay();
  const call = { body: { batchNo }, query: { limit: 1 } };
  const items = useRead("materialItemSearch", call, isNeeded && may("materialItemSearch"));
  if (!isNeeded || !items.data || items.data.length === 0) return [];
  const search = `batchNo=${encodeURIComponent(batchNo)}`;
  const ofItems = { address: `/items?${search}`, name: t`Items of batch ${batchNo}`, note: "" };
  const recall = { address: `/recall?${search}`, name: t`Recall batch ${batchNo}`, note: "" };
  return may("genealogyRecall") ? [ofItems, recall] : [ofItems];
}

const isSameName = (name: string, text: string): boolean =>
  name.toLowerCase() === text.toLowerCase();

const startsWith = (name: string, text: string): boolean =>
  name.toLowerCase().startsWith(text.toLowerCase());
