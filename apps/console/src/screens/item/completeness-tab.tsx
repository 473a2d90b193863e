import type { Answer } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import { useRead } from "../../client/queries.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { inSlotOrder } from "../../contract/slot-order.rules.ts";
import { Chip, Notice } from "../../ui/notice.tsx";
import { Waiting } from "../../ui/page.tsx";
import { Quantity } from "../../ui/values.tsx";
import type { Item } from "./item.ts";

type Slot = Answer<"genealogyCompleteness">["slots"][number];

/** The item's slots against the quantities that are built. */
export function CompletenessTab({ item }: { readonly item: Item }) {
  const { t } = useLingui();
  const isOfOrder = item.orderNo !== null;
  const completeness = useRead("genealogyCompleteness", { body: { id: item.id } }, isOfOrder);
  if (!isOfOrder) {
    return <Notice title={t`This item belongs to no works order, so it has no slots to fill.`} />;
  }
  if (completeness.error) return <ProblemNotice error={completeness.error} />;
  if (!completeness.data) return <Waiting />;
  const { isComplete } = completeness.data;
  const slots = inSlotOrder(completeness.data.slots, ({ bomSlotID: id, slot: text }) => ({
    id,
    text,
  }));
  return (
    <section className="card">
      <p>
        {isComplete ? (
          <Chip meaning="good">
            <Trans>Complete</Trans>
          </Chip>
        ) : (
          <Chip meaning="caution">
            <Trans>Incomplete</Trans>
          </Chip>
        )}
      </p>
      <table className="slots">
        <thead>
          <tr>
            <th scope="col">{t`Slot`}</th>
            <th scope="col">{t`Built`}</th>
            <th scope="col">{t`Required`}</th>
            <th scope="col">{t`State`}</th>
          </tr>
        </thead>
        <tbody>
          {slots.map((slot) => (
            <SlotRow key={slot.bomSlotID} slot={slot} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function SlotRow({ slot }: { readonly slot: Slot }) {
  const isMissing = slot.missing > 0 || slot.missingEvidence.length > 0;
  return (
    <tr>
      <th scope="row">{slot.slot}</th>
      <td>
        <Quantity value={slot.required - slot.missing + slot.over} unit={slot.unit} />
      </td>
      <td>
        <Quantity value={slot.required} unit={slot.unit} />
      </td>
      <td>
        {isMissing ? (
          <MissingChip slot={slot} />
        ) : (
          <Chip meaning="good">
            <Trans>Filled</Trans>
          </Chip>
        )}
      </td>
    </tr>
  );
}

/** An optional slot stops nothing. */
const MissingChip = ({ slot }: { readonly slot: Slot }) =>
  slot.isRequired || slot.missingEvidence.length > 0 ? (
    <Chip meaning="caution">
      <Trans>Missing</Trans>
    </Chip>
  ) : (
    <Chip>
      <Trans>Optional</Trans>
    </Chip>
  );
