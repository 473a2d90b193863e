import { Trans, useLingui } from "@lingui/react/macro";
import { type ComponentType, useMemo, useState } from "react";
import { useRead } from "../../client/queries.ts";
import { useSession } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Page } from "../../ui/page.tsx";
import { Identify } from "./identify.tsx";
import type { AtWorkProps } from "../station/station-screen.tsx";

/** The station while a person acts there. The next badge leads to the PIN of the next person. */
export function SharedStation({ Work }: { readonly Work: ComponentType<AtWorkProps> }) {
  const { t } = useLingui();
  const isBadge = useBadges();
  const [badge, setBadge] = useState<string>();
  if (badge === undefined) {
    const takeBadge = (code: string) => {
      const isTaken = isBadge(code);
      if (isTaken) setBadge(code);
      return isTaken;
    };
    return <Work takeBadge={takeBadge} person={<AtWork />} />;
  }
  return (
    <div data-density="station" className="station">
      <Page title={t`Station`}>
        <Identify badge={badge} onCancel={() => setBadge(undefined)} />
      </Page>
    </div>
  );
}

/** Returns whether a code is the badge of a person. */
function useBadges(): (code: string) => boolean {
  const { data } = useRead("userList", { body: { isActive: true } });
  return useMemo(() => {
    const badges = new Set(data?.flatMap(({ badge }) => badge?.toLowerCase() ?? []));
    return (code) => badges.has(code.trim().toLowerCase());
  }, [data]);
}

/** Who acts at the station, and how that ends. It also ends after some time without input. */
function AtWork() {
  const { who, lock } = useSession();
  return (
    <>
      <span data-testid="person">
        <Icon name="person" /> {who.user}
      </span>
      <Button onClick={lock}>
        <Icon name="lock" />
        <Trans>Lock</Trans>
      </Button>
    </>
  );
}
