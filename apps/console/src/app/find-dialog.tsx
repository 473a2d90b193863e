import { Trans, useLingui } from "@lingui/react/macro";
import { type FormEvent, type KeyboardEvent, useDeferredValue, useId, useState } from "react";
import { useRead } from "../client/queries.ts";
import { ProblemNotice } from "../contract/problem-text.tsx";
import { visibleCode } from "../scan/code.rules.ts";
import { feedback } from "../scan/feedback.ts";
import { type DeadEnd, DeadEndText, useFindCode } from "../scan/dead-end.tsx";
import { useScan } from "../scan/use-scan.ts";
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
  const resolve = async (code: string) => {
    const outcome = await find(code);
    setDeadEnd(outcome);
    if (!outcome) onClose();
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
        onCode={(code) => void resolve(code)}
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
  readonly onCode: (code: string) => void;
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
    else if (text.trim() !== "") onCode(text.trim());
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

function useHits(text: string): { readonly hits: readonly Hit[]; readonly error: unknown } {
  const { t, i18n } = useLingui();
  const sought = useDeferredValue(text.trim());
  const found = useRead("recordFind", { body: { text: sought } }, sought !== "");
  const places = usePlaces()
    .flatMap((group) => group.places)
    .map(({ path, name }) => ({ address: path, name: i18n._(name), note: t`Screen` }))
    .filter(({ name }) => sought !== "" && startsWith(name, sought));
  const records = (sought === "" ? [] : (found.data ?? [])).map((record) => ({
    address: recordAddress({ ...record, suid: record.detail }),
    name: record.name,
    note: [i18n._(kindNames[record.kind]), record.detail].filter(Boolean).join(" · "),
  }));
  return { hits: [...places, ...records], error: found.error };
}

const startsWith = (name: string, text: string): boolean =>
  name.toLowerCase().startsWith(text.toLowerCase());
