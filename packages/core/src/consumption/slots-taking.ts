import type { Item, NewItem } from "../material-item/item.ts";
import { type Refusal, refusalAt } from "../refusal.ts";
import { namesInWords } from "../rules/named.ts";
import type { Slot } from "./allocate.ts";
import type { BuildFacts, BuildInput } from "./build.facts.ts";
import {
  type Candidate,
  childPointer,
  type ChosenSlot,
  parentPointer,
  requireChosen,
} from "./facts.ts";
import { builtInParent, NothingTakes } from "./open-slots.ts";

/**
 * Finds the active slots whose candidates take the child; refuses (`not_in_bom`) if there is none.
 */
export function slotsTaking(
  facts: BuildFacts,
  parent: Item,
  child: Item | NewItem,
  input: BuildInput,
): Slot[] {
  const chosen = requireChosen(facts.chosenSlots, input);
  const slots: Slot[] = [];
  const { ofProduct, ofSlot } = candidatePlaces(facts.candidates);
  for (const id of ofProduct.get(child.productId) ?? []) {
    if (chosen !== undefined && id !== chosen.id) continue;
    const inSlot = ofSlot.get(id)!.map((place) => facts.candidates[place]!);
    const taking =
      inSlot[0]!.bomVersionId === parent.bomVersionId && candidateTaking(inSlot, child);
    if (!taking) continue;
    const builtQty = new Map(
      inSlot.map(({ candidateId, built }) => [candidateId, builtInParent(built, parent)]),
    );
    slots.push({ id, isRequired: taking.isRequired, taking, candidates: inSlot, builtQty });
  }
  if (slots.length === 0) throw notInBom(parent, child, chosen);
  return slots;
}

/**
 * The positions of the candidates of each slot, and the slots that have candidates of a product.
 */
interface Places {
  readonly ofSlot: ReadonlyMap<number, readonly number[]>;
  readonly ofProduct: ReadonlyMap<number, ReadonlySet<number>>;
}

const placesByCandidates = new WeakMap<BuildFacts["candidates"], Places>();

/** Indexes the candidates once for all lines of a batch: builds don't change their positions. */
function candidatePlaces(candidates: BuildFacts["candidates"]): Places {
  const before = placesByCandidates.get(candidates);
  if (before) return before;
  const ofSlot = new Map<number, number[]>();
  const ofProduct = new Map<number, Set<number>>();
  for (const [place, { bomSlotId, productId }] of candidates.entries()) {
    const inSlot = ofSlot.get(bomSlotId);
    if (inSlot) inSlot.push(place);
    else ofSlot.set(bomSlotId, [place]);
    const slots = ofProduct.get(productId);
    if (slots) slots.add(bomSlotId);
    else ofProduct.set(productId, new Set([bomSlotId]));
  }
  const places = { ofSlot, ofProduct };
  placesByCandidates.set(candidates, places);
  return places;
}

/** Finds the candidate of a slot that takes the child, preferably one that names its version. */
export function candidateTaking<Taking extends Candidate>(
  candidates: readonly Taking[],
  child: Taken,
) {
  const taking = candidates.filter((candidate) => takes(candidate, child));
  return taking.find(({ version }) => version !== null) ?? taking[0];
}

/** The product and version that a candidate must take. */
type Taken = Pick<NewItem, "productId" | "version">;

const takes = (candidate: Candidate, child: Taken) =>
  candidate.slotIsActive &&
  candidate.candidateIsActive &&
  candidate.productId === child.productId &&
  (candidate.version === null || candidate.version === child.version);

function notInBom(parent: Item, child: Item | NewItem, chosen: ChosenSlot | undefined): Refusal {
  if (parent.bomVersionId === null) {
    const detail = `No BoM version of ${parent.productName} is released.`;
    return refusalAt("not_in_bom", parentPointer, detail);
  }
  const version = child.version === null ? "" : ` version ${child.version}`;
  const product = `${child.productName}${version}`;
  // The details of a request describe the child that it receives.
  const ofChild = "id" in child ? childPointer : "/itemDetails/productName";
  const [pointer, detail] = chosen
    ? ["/bomSlotID", takesNot(parent, chosen, product)]
    : [ofChild, `In the BoM of ${parent.visualSerialNo}, no active slot takes ${product}.`];
  return new NothingTakes("not_in_bom", pointer, detail, parent);
}

/** Says why the slot that a request picks does not take the child. */
function takesNot(parent: Item, chosen: ChosenSlot, product: string): string {
  const slot = `"${chosen.description}"`;
  if (chosen.bomVersionId !== parent.bomVersionId) {
    return `The slot ${slot} is not in the BoM version of ${parent.visualSerialNo}.`;
  }
  if (!chosen.isActive) return `The slot ${slot} of ${parent.visualSerialNo} is not active.`;
  return `${slot} of ${parent.visualSerialNo} takes ${namesInWords(chosen.products)}, not ${product}.`;
}
