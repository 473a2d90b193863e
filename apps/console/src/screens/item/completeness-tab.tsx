import { Trans, useLingui } from "@lingui/react/macro";
import { useRead } from "../../client/queries.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { Chip, Notice } from "../../ui/notice.tsx";
import { Waiting } from "../../ui/page.tsx";
import { Quantity } from "../../ui/values.tsx";
import type { Item } from "./item.ts";

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
  const { isComplete, slots } = completeness.data;
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
            <tr key={slot.bomSlotID}>
              <th scope="row">{slot.slot}</th>
              <td>
                <Quantity value={slot.required - slot.missing + slot.over} unit={slot.unit} />
              </td>
              <td>
                <Quantity value={slot.required} unit={slot.unit} />
              </td>
              <td>
                {slot.missing > 0 ? (
                  <Chip meaning="caution">
                    <Trans>Missing</Trans>
                  </Chip>
                ) : (
                  <Chip meaning="good">
                    <Trans>Filled</Trans>
                  </Chip>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
