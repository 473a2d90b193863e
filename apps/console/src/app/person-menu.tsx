import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useSession } from "../session/session.tsx";
import { Icon } from "../ui/icon.tsx";
import { PersonSettings } from "./person-settings.tsx";
import { useRoleName } from "./roles.ts";

const menuId = "person";

/** Who is signed in, and what that person chooses for this device. */
export function PersonMenu() {
  const { t } = useLingui();
  const { who } = useSession();
  const roleName = useRoleName();
  const [wasOpened, setOpened] = useState(false);
  return (
    <>
      <button
        type="button"
        className="button person-button"
        data-kind="plain"
        popoverTarget={menuId}
      >
        <Icon name="person" />
        <span className="person-name">
          <span>{who.user}</span>
          <span className="soft">{roleName(who.role)}</span>
        </span>
        <span className="visually-hidden">
          <Trans>menu</Trans>
        </span>
      </button>
      <section
        id={menuId}
        popover="auto"
        className="person-menu"
        aria-label={t`Your menu`}
        onBeforeToggle={() => setOpened(true)}
      >
        {wasOpened ? <PersonSettings /> : undefined}
      </section>
    </>
  );
}
