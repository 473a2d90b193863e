import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { useLingui } from "@lingui/react/macro";
import { Chip, type Meaning } from "../../ui/notice.tsx";
import type { BomVersion } from "../bom/bom.ts";

const statuses: Readonly<
  Record<BomVersion["status"], { readonly name: MessageDescriptor; readonly meaning: Meaning }>
> = {
  Draft: { name: msg`Draft`, meaning: "caution" },
  Released: { name: msg`Released`, meaning: "good" },
  Obsolete: { name: msg`Obsolete`, meaning: "neutral" },
};

/** The number of a BoM version and its status. */
export function VersionChip({ version }: { readonly version: BomVersion }) {
  const { i18n } = useLingui();
  const { name, meaning } = statuses[version.status];
  return (
    <Chip meaning={meaning}>
      {version.version} {i18n._(name)}
    </Chip>
  );
}
