import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useMay } from "../../session/session.tsx";
import type { Item } from "./item.ts";

/** Leads to the station with a unit that is in work. */
export function BuildLink({ item }: { readonly item: Item }) {
  const may = useMay();
  if (!may("buildBuild") || item.status !== "WIP") return undefined;
  return (
    <Link to="/station" search={{ unit: item.visualSerialNo }} className="button" data-kind="main">
      <Trans>Build at the station</Trans>
    </Link>
  );
}
