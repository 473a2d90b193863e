import { Trans } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useMay } from "../../session/session.tsx";
import { type ImportKind, importKinds } from "./kinds.ts";

/** Leads to the import of records of one kind, if the person may write them. */
export function ImportLink({ of }: { readonly of: ImportKind["operation"] }) {
  const may = useMay();
  const kind = importKinds.find(({ operation }) => operation === of);
  if (!kind || !may(of) || !may("materialItemReceive")) return undefined;
  return (
    <Link className="button" to="/import" search={{ of: kind.file }}>
      <Trans>Import rows</Trans>
    </Link>
  );
}
