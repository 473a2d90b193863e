import { Trans, useLingui } from "@lingui/react/macro";
import { useRead } from "../../client/queries.ts";
import { Genealogy } from "./genealogy.tsx";

/** Where the item went, at all levels. */
export function WhereUsedTab({ id }: { readonly id: number }) {
  const { t } = useLingui();
  const used = useRead("genealogyWhereUsed", { body: { id } });
  return (
    <Genealogy
      label={t`Where used`}
      reading={used}
      whenEmpty={<Trans>This item is in no other item.</Trans>}
    />
  );
}
