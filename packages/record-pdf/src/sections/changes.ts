import { type Facts, type RecordedChange, textOf } from "../facts.ts";
import type { Paper, Row } from "../paper.ts";
import { fieldWords, leftOut, wordsOf } from "../words.ts";

export const changeText = ({ entity, action }: RecordedChange): string => {
  const words = wordsOf(entity, action);
  return words.charAt(0).toLowerCase() + words.slice(1);
};

/** Every change, in the order of the log. */
export function writeChanges(paper: Paper, facts: Facts): void {
  paper.heading("All changes");
  paper.table(
    [
      { name: "No.", share: 1, isNumber: true },
      { name: "Recorded", share: 2.1 },
      { name: "Record", share: 2.4 },
      { name: "Change", share: 2 },
      { name: "What", share: 4.2 },
      { name: "By", share: 2 },
      { name: "Reason and comment", share: 2.4 },
      { name: "Seal", share: 0.8, isNumber: true },
    ],
    rowsOf(facts),
  );
}

function* rowsOf(facts: Facts): Generator<Row> {
  for (const change of facts.record.changes) {
    const { seq, at, entity, action, user, reasonSUID, comment, sealID } = change;
    yield {
      cells: [
        String(seq),
        facts.time(at),
        facts.subject(change),
        wordsOf(entity, action),
        linesOf(facts, change).join("\n"),
        user ?? "",
        [reasonSUID, comment].filter((text) => text !== null && text !== "").join(": "),
        sealID === null ? "none" : String(sealID),
      ],
    };
  }
}

/** The facts of a change, one a line. */
function linesOf(facts: Facts, change: RecordedChange): string[] {
  const { before, after, detail, occurredAt, deliveryNo, externalRef } = change;
  const lines: string[] = [];
  if (occurredAt !== null) lines.push(`happened ${facts.time(occurredAt)}`);
  const child = detail?.["childSerialNo"];
  if (typeof child === "string") lines.push(child);
  const parent = detail?.["parentID"];
  if (typeof parent === "number") {
    lines.push(`of ${facts.item(parent)?.visualSerialNo ?? `#${parent}`}`);
  }
  for (const name of Object.keys({ ...before, ...after }).toSorted()) {
    if (leftOut.has(name)) continue;
    const was = valueText(facts, name, before?.[name]);
    const is = valueText(facts, name, after?.[name]);
    if (was === is) continue;
    lines.push(was === "" ? `${fieldWords(name)}: ${is}` : `${fieldWords(name)}: ${was} → ${is}`);
  }
  for (const [name, value] of Object.entries(detail ?? {})) {
    if (leftOut.has(name) || typeof value === "object") continue;
    lines.push(`${fieldWords(name)}: ${textOf(value)}`);
  }
  if (deliveryNo !== null) lines.push(`delivery: ${deliveryNo}`);
  if (externalRef !== null) lines.push(`${externalRef.system}: ${externalRef.id}`);
  return lines;
}

/** Writes a value of a field. Ids have the names that the record knows. */
function valueText(facts: Facts, name: string, value: unknown): string {
  if (value === null || value === undefined) return "";
  switch (name) {
    case "statusID":
      return facts.name("MaterialStatus", value);
    case "holdReasonID":
      return facts.name("HoldReason", value);
    case "locationID":
      return facts.name("Location", value);
    case "furtherHoldReasonIDs":
      return (Array.isArray(value) ? value : [])
        .map((id) => facts.name("HoldReason", id))
        .join(", ");
    case "scheduleID":
      return facts.order(Number(value)) ?? `#${textOf(value)}`;
    case "startDT":
    case "endDT":
    case "expiryDate":
      return typeof value === "string" ? facts.time(value) : textOf(value);
    default:
      return textOf(value);
  }
}
