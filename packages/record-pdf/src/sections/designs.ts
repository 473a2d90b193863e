import { type DesignedSlot, type Facts, quantityText } from "../facts.ts";
import type { Paper } from "../paper.ts";
import { withVersion } from "./unit.ts";

/** The slots of each unit's BoM version, with what was built into them. */
export function writeDesigns(paper: Paper, { record }: Facts): void {
  const designs = record.designs.filter(({ slots }) => slots.length > 0);
  if (designs.length === 0) return;
  paper.heading("Design and what was built");
  for (const { visualSerialNo, bom, version, slots } of designs) {
    paper.subheading(`${visualSerialNo}, by ${bom} ${version}`);
    paper.table(
      [
        { name: "Slot", share: 3 },
        { name: "Instruction", share: 3 },
        { name: "Needed", share: 2 },
        { name: "Planned", share: 1.7, isNumber: true },
        { name: "Minimum", share: 1.8, isNumber: true },
        { name: "Maximum", share: 1.8, isNumber: true },
        { name: "Built", share: 3 },
        { name: "Lacks", share: 1.8 },
      ],
      slots.map((slot) => ({ cells: cellsOf(slot) })),
    );
  }
}

function cellsOf(slot: DesignedSlot): string[] {
  const quantity = (qty: number | null) => (qty === null ? "" : quantityText(qty, slot.unit));
  return [
    slot.isActive ? slot.slot : `${slot.slot} (not active)`,
    slot.instruction ?? "",
    neededText(slot),
    quantity(slot.required),
    quantity(slot.min),
    slot.max === null ? "no limit" : quantity(slot.max),
    builtText(slot),
    lackText(slot),
  ];
}

const isCompulsory = ({ edhrBomRequired, edhrBuildRequired }: DesignedSlot): boolean =>
  edhrBomRequired === 2 || edhrBuildRequired === 2;

function neededText(slot: DesignedSlot): string {
  const words = [
    ...(slot.isRequired ? ["required"] : []),
    ...(isCompulsory(slot) ? ["compulsory"] : []),
  ];
  return words.length === 0 ? "optional" : words.join(", ");
}

/** The quantity that is built of each candidate, or else the products that the slot takes. */
function builtText({ candidates }: DesignedSlot): string {
  const built = candidates.filter((one) => one.built > 0);
  if (built.length > 0) {
    return built
      .map(
        (one) => `${quantityText(one.built, one.unit)} of ${withVersion(one.product, one.version)}`,
      )
      .join("\n");
  }
  const taken = candidates.filter(({ isActive }) => isActive);
  if (taken.length === 0) return "nothing";
  return `nothing of ${taken.map((one) => withVersion(one.product, one.version)).join(" or ")}`;
}

function lackText({ missing, missingEvidence, isRequired, unit, over }: DesignedSlot): string {
  const lacks = [
    ...(missing > 0 && (isRequired || missingEvidence.includes("build"))
      ? [quantityText(missing, unit)]
      : []),
    ...(missingEvidence.includes("bom") ? ["a product in the design"] : []),
    ...(missingEvidence.includes("build") && missing === 0 ? ["anything built in"] : []),
    ...(over > 0 ? [`${quantityText(over, unit)} too much`] : []),
  ];
  return lacks.join(", ");
}
