import { useLingui } from "@lingui/react/macro";
import type { Cell } from "../../list/edit-cell.tsx";
import type { EditColumn } from "../../list/edit-grid.tsx";
import { CatalogPicker, ProductPicker } from "../../list/pickers.tsx";
import { useUnit } from "../item/use-product.ts";
import { type CandidateTexts, isDecimal, type SlotTexts } from "./draft.rules.ts";
import type { GridRow, SlotDrafts } from "./use-slot-drafts.ts";

interface ColumnContext {
  readonly drafts: SlotDrafts;
  /** Returns what is wrong with a cell. */
  readonly faultOf: (row: GridRow, field: string) => string | undefined;
  readonly onProperties: (row: GridRow) => void;
}

type Columns = readonly EditColumn<GridRow>[];

const quantity = { widthRem: 5.5, share: 0.5, isNumber: true } as const;
const flag = { widthRem: 5, share: 0.3 } as const;

/** The columns of slots and candidates. A column can say another thing for a slot than below it. */
export function useSlotColumns(context: ColumnContext): Columns {
  const { t } = useLingui();
  const designHint = t`Whether the device history record (eDHR) shows the slot in its design: 0 leaves it out, 2 makes a candidate compulsory, any other number shows it.`;
  const buildHint = t`Whether the device history record (eDHR) shows what is built into the slot: 0 leaves it out, 2 makes it compulsory, any other number shows it.`;
  const typeHint = t`The type of a slot is one of the build slot types in the reference data: its first letters show them. The version of a candidate is that of the product; empty means any.`;
  const cellOf =
    (slot: keyof SlotTexts | undefined, candidate: keyof CandidateTexts | undefined) =>
    (row: GridRow): Cell | undefined => {
      if (row.candidate) return candidate && candidateCell(context, row, candidate);
      return slot && slotCell(context, row, slot);
    };
  const names = { widthRem: 10, share: 3 };
  const types = { widthRem: 8, share: 1 };
  return [
    { name: t`Slot or candidate`, ...names, cellOf: cellOf("description", "product") },
    {
      name: t`Type or version`,
      ...types,
      hint: typeHint,
      cellOf: cellOf("buildSlotType", "version"),
    },
    { name: t`Quantity`, ...quantity, cellOf: cellOf(undefined, "qty") },
    { name: t`Minimum`, ...quantity, cellOf: cellOf(undefined, "minQty") },
    { name: t`Maximum`, ...quantity, cellOf: cellOf(undefined, "maxQty") },
    { name: t`Unit`, widthRem: 5, share: 0.5, cellOf: cellOf(undefined, "useUom") },
    { name: t`Default`, ...flag, cellOf: cellOf(undefined, "isDefault") },
    { name: t`Required`, ...flag, cellOf: cellOf("isRequired", undefined) },
    { name: t`Active`, ...flag, cellOf: cellOf("isActive", "isActive") },
    { name: t`Instruction`, widthRem: 12, share: 2, cellOf: cellOf("instruction", undefined) },
    { name: t`Properties`, widthRem: 6, share: 0.5, cellOf: (row) => propertiesCell(context, row) },
    {
      name: t`eDHR BoM`,
      ...quantity,
      hint: designHint,
      cellOf: cellOf("edhrBomRequired", undefined),
    },
    {
      name: t`eDHR build`,
      ...quantity,
      hint: buildHint,
      cellOf: cellOf("edhrBuildRequired", undefined),
    },
  ];
}

function slotCell({ drafts, faultOf }: ColumnContext, row: GridRow, field: keyof SlotTexts): Cell {
  const value = row.slot.texts[field];
  const fault = faultOf(row, field);
  const onChange = (changed: string | boolean) =>
    drafts.change(row.slot.key, (draft) => ({
      ...draft,
      texts: { ...draft.texts, [field]: changed },
    }));
  return typeof value === "boolean"
    ? { kind: "flag", value, onChange, fault }
    : { kind: "text", value, onChange, fault, ...inputOf(field) };
}

function candidateCell(
  { drafts, faultOf }: ColumnContext,
  row: GridRow,
  field: keyof CandidateTexts,
): Cell {
  const value = row.candidate!.texts[field];
  const fault = faultOf(row, field);
  const onChange = (changed: string | boolean) =>
    drafts.changeCandidate(row, (candidate) => ({
      ...candidate,
      texts: { ...candidate.texts, [field]: changed },
    }));
  return typeof value === "boolean"
    ? { kind: "flag", value, onChange, fault }
    : { kind: "text", value, onChange, fault, ...inputOf(field), ...shownOf(row, field) };
}

function propertiesCell({ onProperties }: ColumnContext, row: GridRow): Cell | undefined {
  if (row.candidate) return undefined;
  const set = Object.values(row.slot.properties).filter((value) => value !== "");
  return { kind: "action", shown: set.length, onOpen: () => onProperties(row) };
}

type Input = Omit<Extract<Cell, { kind: "text" }>, "kind" | "value" | "onChange" | "fault">;

const inputs: Readonly<Partial<Record<keyof SlotTexts | keyof CandidateTexts, Input>>> = {
  description: { lengthMax: 200 },
  version: { lengthMax: 50 },
  instruction: { lengthMax: 2000, isLong: true },
  product: { picker: (input) => <ProductPicker {...input} /> },
  buildSlotType: { picker: (input) => <CatalogPicker {...input} list="buildSlotTypeList" /> },
  useUom: { picker: (input) => <CatalogPicker {...input} list="unitOfMeasureList" /> },
};

const inputOf = (field: keyof SlotTexts | keyof CandidateTexts): Input =>
  inputs[field] ?? (isDecimal(field) ? { isNumber: true } : {});

/** What an empty text of a candidate means. */
function shownOf({ candidate }: GridRow, field: keyof CandidateTexts): Pick<Input, "shown"> {
  if (candidate!.texts[field] !== "") return {};
  if (field === "version") return { shown: <AnyVersion /> };
  if (field === "maxQty") return { shown: <NoMaximum /> };
  const isStored = candidate!.base?.product === candidate!.texts.product;
  if (field !== "useUom" || !candidate!.base || !isStored) return {};
  return { shown: <BaseUnit productID={candidate!.base.productID} /> };
}

function AnyVersion() {
  const { t } = useLingui();
  return <span className="soft">{t`any`}</span>;
}

function NoMaximum() {
  const { t } = useLingui();
  return <span className="soft">{t`no limit`}</span>;
}

const BaseUnit = ({ productID }: { readonly productID: number }) => (
  <span className="soft">{useUnit(productID)}</span>
);
