import type { Answer } from "@asbuilt/client";
import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useRead } from "../client/queries.ts";
import { useActionName } from "./actions.ts";

type Change = Answer<"materialItemHistory">[number];

/** A change of an item in words: "Built into PUMP-0001". */
export function ItemChangeWords({ change }: { readonly change: Change }) {
  const actionName = useActionName();
  const { action, entity, detail } = change;
  if (entity === "CaseData") return <Trans>Case data changed</Trans>;
  const child = detail?.["childSerialNo"];
  const parentID = detail?.["parentID"];
  const [fromID, intoID] = [detail?.["fromID"], detail?.["intoID"]];
  if (action === "builtInto" && typeof child === "string")
    return <Trans>{child} was built in</Trans>;
  if (action === "removedFrom" && typeof child === "string") {
    return <Trans>{child} was taken out</Trans>;
  }
  if (typeof parentID === "number") {
    const parent = <ItemName id={parentID} />;
    if (action === "removed") return <Trans>Taken out of {parent}</Trans>;
    return <Trans>Built into {parent}</Trans>;
  }
  if (action === "splitOff" && typeof fromID === "number") {
    const lot = <ItemName id={fromID} />;
    return <Trans>Split off {lot}</Trans>;
  }
  if (action === "merged" && typeof intoID === "number") {
    const other = <ItemName id={intoID} />;
    return <Trans>Merged into {other}</Trans>;
  }
  return actionName(entity, action);
}

/** The serial of an item that a change names by its id. */
function ItemName({ id }: { readonly id: number }) {
  const item = useRead("materialItemGet", { path: { id } });
  const serial = item.data && !Array.isArray(item.data) ? item.data.visualSerialNo : undefined;
  return (
    <Link to="/items/$id" params={{ id: String(id) }}>
      {serial ?? String(id)}
    </Link>
  );
}
