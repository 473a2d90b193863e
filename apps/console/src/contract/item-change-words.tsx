import type { Answer } from "@asbuilt/client";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useRead } from "../client/queries.ts";

type Change = Answer<"materialItemHistory">[number];

/** The changes of an item that no other item has a part in. */
const plainActions: Readonly<Record<string, MessageDescriptor>> = {
  received: msg`Received`,
  adopted: msg`Receipt recorded after it was made at the point of consumption`,
  receivedAndBuilt: msg`Made at the point of consumption, and built in`,
  adjusted: msg`Quantity adjusted`,
  updated: msg`Corrected`,
  held: msg`Put on hold`,
  released: msg`Released`,
  moved: msg`Moved`,
  relabelled: msg`Relabelled`,
  scrapped: msg`Scrapped`,
  dispatched: msg`Dispatched`,
  returned: msg`Taken back`,
  started: msg`Started`,
  completed: msg`Completed`,
  reopened: msg`Opened again`,
  voided: msg`Voided: its receipt or start never was`,
};

/** A change of an item in words: "Built into PUMP-0001". */
export function ItemChangeWords({ change }: { readonly change: Change }) {
  const { i18n } = useLingui();
  const { action, entity, detail } = change;
  if (entity === "CaseData") return <Trans>Case data changed</Trans>;
  const child = detail?.["childSerialNo"];
  const parentID = detail?.["parentID"];
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
  const words = plainActions[action];
  // An action of a later version of the service has no words yet.
  return words ? i18n._(words) : action;
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
