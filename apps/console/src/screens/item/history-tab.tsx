import { Trans } from "@lingui/react/macro";
import { usePages } from "../../client/queries.ts";
import { ChangeList } from "../../list/change-list.tsx";

/** Who changed what in the item, when and why. The newest change is first. */
export function HistoryTab({ id }: { readonly id: number }) {
  const changes = usePages("materialItemHistory", {
    body: { id, order: "newest" },
  });
  return <ChangeList changes={changes} whenEmpty={<Trans>Nothing has been changed.</Trans>} />;
}
