import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../../ui/button.tsx";
import { later, Nothing } from "../../ui/later.tsx";
import { Chip } from "../../ui/notice.tsx";
import { Quantity } from "../../ui/values.tsx";
import type { StationEvent } from "./station.ts";
import { isMissing, missingSlots, type Unit, type UnitSlot } from "./unit.rules.ts";

// Without them, the text of the instruction is there.
const SlotPictures = later(
  async () => (await import("../../attachment/slot-pictures.tsx")).SlotPictures,
  { Meanwhile: Nothing, Failed: Nothing },
);

interface SlotListProps {
  readonly unit: Unit;
  /** A tap on a part takes it out. */
  readonly isRemoving: boolean;
  readonly tell: (event: StationEvent) => void;
}

/** The slots of the unit in the order of the BoM. The next one to fill is framed. */
export function SlotList({ unit, isRemoving, tell }: SlotListProps) {
  const { t } = useLingui();
  const [next] = missingSlots(unit);
  return (
    <ol className="station-slots" aria-label={t`Slots`}>
      {unit.slots.map((slot) => (
        <li
          key={slot.bomSlotID}
          className="card station-slot"
          data-next={slot === next ? "" : undefined}
          aria-current={slot === next ? "step" : undefined}
        >
          <SlotHead slot={slot} />
          {slot.instruction ? <p>{slot.instruction}</p> : undefined}
          {slot === next ? <SlotPictures bomSlotID={slot.bomSlotID} /> : undefined}
          {slot.properties.length > 0 ? (
            <p className="soft">
              {slot.properties.map(({ property, value }) => `${property}: ${value}`).join(" · ")}
            </p>
          ) : undefined}
          <Candidates slot={slot} />
          <Contents slot={slot} isRemoving={isRemoving} tell={tell} />
        </li>
      ))}
    </ol>
  );
}

/** What a slot takes, until it is filled. Nothing is said twice, so that all slots are in sight. */
function Candidates({ slot }: { readonly slot: UnitSlot }) {
  const names = candidatesOf(slot);
  if (slot.missing <= 0 || names === slot.slot) return undefined;
  return <p className="soft">{names}</p>;
}

/** The products that a slot takes, with their versions. */
export const candidatesOf = ({ candidates }: UnitSlot): string =>
  candidates
    .filter(({ isActive }) => isActive)
    .map(({ product, version }) => (version === null ? product : `${product} ${version}`))
    .join(" / ");

function SlotHead({ slot }: { readonly slot: UnitSlot }) {
  const isFilled = slot.missing <= 0;
  return (
    <div className="row station-slot-head">
      <h3>{slot.slot}</h3>
      <span>
        <Quantity value={slot.built} /> / <Quantity value={slot.required} unit={slot.unit} />
      </span>
      <SlotChip isFilled={isFilled} isNeeded={isMissing(slot)} />
    </div>
  );
}

function SlotChip({
  isFilled,
  isNeeded,
}: {
  readonly isFilled: boolean;
  readonly isNeeded: boolean;
}) {
  if (isFilled) {
    return (
      <Chip meaning="good">
        <span aria-hidden="true">●</span> <Trans>Filled</Trans>
      </Chip>
    );
  }
  return isNeeded ? (
    <Chip meaning="caution">
      <span aria-hidden="true">○</span> <Trans>Missing</Trans>
    </Chip>
  ) : (
    <Chip>
      <Trans>Optional</Trans>
    </Chip>
  );
}

function Contents({
  slot,
  isRemoving,
  tell,
}: Omit<SlotListProps, "unit"> & { readonly slot: UnitSlot }) {
  const { t } = useLingui();
  if (slot.contents.length === 0) return undefined;
  return (
    <ul className="station-contents">
      {slot.contents.map((content) => (
        <li key={content.id} className="row">
          <code>{content.visualSerialNo}</code>
          <Quantity value={content.qty} unit={content.unit} />
          {isRemoving ? (
            <Button
              kind="danger"
              aria-label={t`Take out ${content.visualSerialNo}`}
              onClick={() => tell({ kind: "pickContent", content })}
            >
              <Trans>Take out</Trans>
            </Button>
          ) : undefined}
        </li>
      ))}
    </ul>
  );
}
