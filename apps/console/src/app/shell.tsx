import { Trans } from "@lingui/react/macro";
import { Link, Outlet, useMatches } from "@tanstack/react-router";
import { Writing } from "../client/waiting.tsx";
import { OutboxBadge } from "../outbox/outbox-badge.tsx";
import { ScanHost } from "../scan/scan-host.tsx";
import { useConfirmedSession } from "../session/confirmed-session.ts";
import { useRefusedKey } from "../session/refused-key.ts";
import { useIsStationLocked } from "../screens/station/use-shared-station.ts";
import { later } from "../ui/later.tsx";
import { NotPermitted } from "./errors.tsx";
import { Finder } from "./finder.tsx";
import { Navigation, NavigationButton } from "./navigation.tsx";
import { NewVersionNotice } from "./new-version-notice.tsx";
import { PersonMenu } from "./person-menu.tsx";
import { NoNetwork } from "./no-network.tsx";
import { useMayOpen } from "./use-places.ts";
import "./shell.css";

// Nobody is idle for minutes before a first scan.
const IdleLock = later(async () => (await import("../session/idle-lock.tsx")).IdleLock);

const StationLock = later(
  async () => (await import("../screens/shared-station/station-lock.tsx")).StationLock,
);

/** The frame of every screen: the places that the person may go to, and who is signed in. */
export function Shell() {
  useRefusedKey();
  useConfirmedSession();
  const mayOpen = useMayOpen();
  const isLocked = useIsStationLocked();
  const isDisplay = useMatches().some(({ staticData }) => staticData.isDisplay);
  return (
    <div className="shell" data-display={isDisplay || undefined}>
      <a className="skip" href="#main">
        <Trans>Skip to the content</Trans>
      </a>
      <header className="shell-head">
        <NavigationButton />
        <Link to="/" className="brand">
          <img src="/console/icon.svg" alt="" width="28" height="28" />
          <span className="brand-name">asbuilt</span>
        </Link>
        <div className="shell-find">{isLocked ? undefined : <Finder />}</div>
        <NoNetwork />
        <OutboxBadge />
        <PersonMenu />
      </header>
      <Navigation />
      <div className="shell-writing">
        <Writing />
      </div>
      {/* Before the screen, which then mounts later and gets the scans. */}
      <ScanHost />
      <main id="main" tabIndex={-1} className="shell-main">
        {isLocked ? <StationLock /> : mayOpen ? <Outlet /> : <NotPermitted />}
      </main>
      <NewVersionNotice />
      <IdleLock />
    </div>
  );
}
