import { Trans, useLingui } from "@lingui/react/macro";
import { useRead } from "../client/queries.ts";
import { ProblemNotice } from "../contract/problem-text.tsx";
import { Barcode } from "../label/barcode.tsx";
import { Empty, Waiting } from "../ui/page.tsx";
import { type Command, commandText } from "./code.rules.ts";

interface SymbolProps {
  readonly text: string;
  readonly name: string;
  readonly note?: string | undefined;
}

const SheetSymbol = ({ text, name, note }: SymbolProps) => (
  <li className="sheet-symbol">
    <strong>{name}</strong>
    {note ? <span>{note}</span> : undefined}
    <Barcode symbology="code128" text={text} label={name} />
    <code>{text}</code>
  </li>
);

/** The quantities that most lots are built in. Any other one is typed. */
const printedQuantities = ["1", "2", "3", "4", "5", "10", "20", "50", "100"];

export function CommandSheet() {
  const { t } = useLingui();
  const commands: readonly (readonly [command: Command, name: string, note: string])[] = [
    [{ name: "OK" }, t`OK`, t`Confirms the quantity.`],
    [{ name: "CANCEL" }, t`Cancel`, t`Leaves a question unanswered.`],
    [{ name: "UNDO" }, t`Undo`, t`Takes back the last build of this station.`],
    [{ name: "REMOVE" }, t`Take a part out`, t`Scan the part after it, then the reason.`],
    [{ name: "COMPLETE" }, t`Complete it`, t`Completes the unit or its order.`],
    [{ name: "NEXT" }, t`Park it`, t`Parks this unit: scan the next one.`],
  ];
  return (
    <section>
      <h2>
        <Trans>Commands of the station</Trans>
      </h2>
      <ul className="sheet">
        {commands.map(([command, name, note]) => (
          <SheetSymbol key={name} text={commandText(command)} name={name} note={note} />
        ))}
        {printedQuantities.map((quantity) => (
          <SheetSymbol
            key={quantity}
            text={commandText({ name: "QTY", quantity })}
            name={t`Quantity ${quantity}`}
          />
        ))}
      </ul>
    </section>
  );
}

export function ReasonSheet() {
  const { t } = useLingui();
  const reasons = useRead("materialReasonList", { body: {} });
  return <RecordSheet title={t`Reasons`} records={reasons} command="REASON" />;
}

export function LocationSheet() {
  const { t } = useLingui();
  const locations = useRead("locationList", { body: {} });
  return <RecordSheet title={t`Locations`} records={locations} command="LOCATION" />;
}

interface NamedRecord {
  readonly id: number;
  readonly suid: string | null;
  readonly name: string;
  readonly isActive: boolean;
}

interface RecordSheetProps {
  readonly title: string;
  readonly command: "REASON" | "LOCATION";
  readonly records: {
    readonly data: readonly NamedRecord[] | undefined;
    readonly error: unknown;
  };
}

function RecordSheet({ title, command, records: { data, error } }: RecordSheetProps) {
  if (error) return <ProblemNotice error={error} />;
  if (!data) return <Waiting />;
  const active = data.filter(({ isActive }) => isActive);
  const named = active.filter(({ suid }) => suid !== null);
  return (
    <section>
      <h2>{title}</h2>
      {named.length === 0 ? (
        <Empty>
          <Trans>
            None has a code of its own, which its symbol is made of. Give them one in Reference
            data.
          </Trans>
        </Empty>
      ) : undefined}
      <ul className="sheet">
        {named.map(({ id, suid, name }) => (
          <SheetSymbol
            key={id}
            text={commandText({ name: command, suid: suid ?? "" })}
            name={name}
          />
        ))}
      </ul>
      {named.length > 0 && named.length < active.length ? (
        <p className="soft on-screen">
          <Trans>{active.length - named.length} without a code of their own are left out.</Trans>
        </p>
      ) : undefined}
    </section>
  );
}
