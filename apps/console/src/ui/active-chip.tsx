import { Trans } from "@lingui/react/macro";
import { Chip } from "./notice.tsx";

/** Whether new uses of a record are accepted. */
export const ActiveChip = ({ isActive }: { readonly isActive: boolean }) =>
  isActive ? (
    <Chip meaning="good">
      <Trans>Active</Trans>
    </Chip>
  ) : (
    <Chip>
      <Trans>Retired</Trans>
    </Chip>
  );
