import { type Facts, quantityText, type RecordedChange, textOf } from "../facts.ts";
import type { Column, Paper } from "../paper.ts";
import { changeText } from "./changes.ts";

const why = ({ reasonSUID, comment }: RecordedChange): string =>
  [reasonSUID, comment].filter((text) => text !== null && text !== "").join(": ");

const when: Column = { name: "When", share: 2.2 };
const by: Column = { name: "By", share: 2.1 };
const reason: Column = { name: "Reason and comment", share: 3.2 };

const happened = ({ time }: Facts, { occurredAt, at }: RecordedChange) => time(occurredAt ?? at);

/** The changes that passed a gate because the request allowed it. */
export function writeDeviations(paper: Paper, facts: Facts): void {
  const { deviations } = facts.record;
  paper.heading("Deviations");
  if (deviations.length === 0) {
    paper.paragraph(
      "Nothing was completed or dispatched incomplete, or with something on hold in it.",
    );
    return;
  }
  const words = { incomplete: "incomplete", contains_held: "with something on hold in it" };
  paper.table(
    [when, { name: "What", share: 4 }, { name: "What was missing or held", share: 4 }, by, reason],
    deviations.flatMap(({ seq, allowed }) => {
      const change = facts.changeAt(seq);
      if (!change) return [];
      const passed = allowed.map((code) => words[code]).join(" and ");
      const what = `${facts.subject(change)} ${changeText(change)}, ${passed}`;
      const cells = [
        happened(facts, change),
        what,
        gapsText(change),
        change.user ?? "",
        why(change),
      ];
      return { cells };
    }),
  );
}

/** Lists what the gate noted: the slots that lacked material, and the contents. */
function gapsText({ detail }: RecordedChange): string {
  const listOf = (name: string) => {
    const list = detail?.[name];
    return (Array.isArray(list) ? list : []) as readonly Readonly<Record<string, unknown>>[];
  };
  const slots = listOf("slots").map(
    (slot) =>
      `${textOf(slot["description"])} of ${textOf(slot["visualSerialNo"])}: ${textOf(slot["built"])} ` +
      `of ${textOf(slot["required"])} ${textOf(slot["unit"])}`,
  );
  const contents = (name: string, word: string) =>
    listOf(name).map((one) => `${textOf(one["visualSerialNo"])}: ${word}`);
  return [...slots, ...contents("unfinished", "not finished"), ...contents("held", "on hold")].join(
    "\n",
  );
}

/** The parts that were taken out, and what went into their places. */
export function writeRemovals(paper: Paper, facts: Facts): void {
  const { changes } = facts.record;
  const removals = changes.filter(({ action }) => action === "removed");
  paper.heading("Removals and replacements");
  if (removals.length === 0) {
    paper.paragraph("Nothing was taken out of the unit, or of something in it.");
    return;
  }
  paper.table(
    [
      when,
      { name: "Part", share: 2.6 },
      { name: "Out of", share: 2.2 },
      { name: "Slot", share: 1.8 },
      { name: "Quantity", share: 1.7, isNumber: true },
      { name: "Replaced by", share: 2.6 },
      by,
      reason,
    ],
    removals.map((change) => ({ cells: removalCells(facts, change) })),
  );
}

function removalCells(facts: Facts, change: RecordedChange): string[] {
  const parentChange = facts.changeAt(change.seq - 1);
  const parent = parentChange?.operationID === change.operationID ? parentChange : undefined;
  const slotId = slotIdsOf(parent)[0];
  const slot = facts.slot(slotId);
  const qty = change.detail?.["qty"];
  const unit = facts.item(change.id)?.unit ?? slot?.unit;
  return [
    happened(facts, change),
    facts.subject(change),
    parent ? facts.subject(parent) : "",
    slot?.slot ?? "",
    typeof qty === "number" ? quantityText(qty, unit) : "",
    parent && slotId !== undefined ? replacementOf(facts, parent, slotId) : "",
    change.user ?? "",
    why(change),
  ];
}

/** The first part that was built into the same slot of the same item afterwards. */
function replacementOf(facts: Facts, removal: RecordedChange, slotId: number): string {
  const next = facts.record.changes.find(
    (change) =>
      change.seq > removal.seq &&
      change.id === removal.id &&
      change.action === "builtInto" &&
      slotIdsOf(change).includes(slotId),
  );
  return next ? textOf(next.detail?.["childSerialNo"]) : "nothing";
}

function slotIdsOf(change: RecordedChange | undefined): number[] {
  const allocations = change?.detail?.["allocations"];
  if (!Array.isArray(allocations)) return [];
  return allocations.flatMap((one) => {
    const id = (one as Readonly<Record<string, unknown>>)["bomSlotID"];
    return typeof id === "number" ? [id] : [];
  });
}

/** Holds of items and batches, and their ends. */
export function writeHolds(paper: Paper, facts: Facts): void {
  const holds = facts.record.changes.filter(
    ({ entity, action }) =>
      entity === "BatchHold" ||
      (entity === "MaterialItem" && (action === "held" || action === "released")),
  );
  paper.heading("Holds");
  if (holds.length === 0) {
    paper.paragraph("Nothing was put on hold, or released.");
    return;
  }
  paper.table(
    [
      when,
      { name: "Item or batch", share: 2.6 },
      { name: "What", share: 2.2 },
      { name: "Hold reason", share: 2.2 },
      by,
      reason,
    ],
    holds.map((change) => ({
      cells: [
        happened(facts, change),
        facts.subject(change),
        changeText(change),
        holdReasonOf(facts, change),
        change.user ?? "",
        why(change),
      ],
    })),
  );
}

/** The reason that a hold began or ended for. */
function holdReasonOf(facts: Facts, { before, after }: RecordedChange): string {
  const idsOf = (fields: RecordedChange["after"]): number[] => {
    const further = fields?.["furtherHoldReasonIDs"];
    const ids = [fields?.["holdReasonID"], ...(Array.isArray(further) ? further : [])];
    return ids.filter((id) => typeof id === "number");
  };
  const [were, are] = [idsOf(before), idsOf(after)];
  const changed = [
    ...are.filter((id) => !were.includes(id)),
    ...were.filter((id) => !are.includes(id)),
  ];
  return [...new Set(changed)].map((id) => facts.name("HoldReason", id)).join(", ");
}

/** Corrections of quantities. */
export function writeAdjustments(paper: Paper, facts: Facts): void {
  const adjusted = facts.record.changes.filter(({ action }) => action === "adjusted");
  paper.heading("Adjustments");
  if (adjusted.length === 0) {
    paper.paragraph("No quantity was adjusted.");
    return;
  }
  paper.table(
    [
      when,
      { name: "Item", share: 3 },
      { name: "From", share: 1.6, isNumber: true },
      { name: "To", share: 1.6, isNumber: true },
      by,
      reason,
    ],
    adjusted.map((change) => {
      const unit = facts.item(change.id)?.unit ?? "";
      const quantity = (fields: RecordedChange["after"]) =>
        `${textOf(fields?.["actualQty"])} ${unit}`;
      return {
        cells: [
          happened(facts, change),
          facts.subject(change),
          quantity(change.before),
          quantity(change.after),
          change.user ?? "",
          why(change),
        ],
      };
    }),
  );
}

/** The case data of the items. */
export function writeCaseData(paper: Paper, facts: Facts): void {
  const entries = facts.record.changes.filter(({ entity }) => entity === "CaseData");
  paper.heading("Case data");
  if (entries.length === 0) {
    paper.paragraph("There is no case data.");
    return;
  }
  paper.table(
    [
      when,
      { name: "Item", share: 2.6 },
      { name: "Name", share: 2.2 },
      { name: "Value", share: 4 },
      { name: "Before", share: 2.4 },
      by,
    ],
    entries.map((change) => ({
      cells: [
        happened(facts, change),
        facts.subject(change),
        textOf(change.after?.["name"] ?? change.before?.["name"]),
        textOf(change.after?.["value"]),
        textOf(change.before?.["value"]),
        change.user ?? "",
      ],
    })),
  );
}
