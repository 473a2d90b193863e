import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { ProblemNotice } from "../contract/problem-text.tsx";
import { isLoadingAhead } from "../ui/load-ahead.ts";
import { Page } from "../ui/page.tsx";
import { takeNewVersion } from "./new-version.ts";

export const RouteError = ({ error }: { readonly error: unknown }) => (
  <ProblemNotice error={error} />
);

export function RouteNotFound() {
  const { t } = useLingui();
  return <NoScreen title={t`There is no such screen`} />;
}

/** What a link shows to a person whose key does not permit the work of the screen. */
export function NotPermitted() {
  const { t } = useLingui();
  return (
    <NoScreen title={t`Not permitted`}>
      <p>
        <Trans>
          Your key does not permit what this screen is for. Ask an administrator for a key that
          does.
        </Trans>
      </p>
    </NoScreen>
  );
}

interface NoScreenProps {
  readonly title: string;
  readonly children?: ReactNode;
}

/** What stands in the place of a screen. */
const NoScreen = ({ title, children }: NoScreenProps) => (
  <Page title={title}>
    {children}
    <p>
      <Link to="/">
        <Trans>Back to the start</Trans>
      </Link>
    </p>
  </Page>
);

const reloadedName = "asbuilt.reloadedAt";

/** A page that fails again within this time is not loaded again: the error is shown. */
const reloadMsMin = 60_000;

/** After an update, an open page can ask for files of the version before: it is loaded again. */
export function reloadAfterUpdate(): void {
  addEventListener("vite:preloadError", (event) => {
    const reloadedAt = Number(sessionStorage.getItem(reloadedName) ?? 0);
    if (!navigator.onLine || Date.now() - reloadedAt < reloadMsMin) return;
    // A page that is at work is not left for something that nobody asked for.
    if (isLoadingAhead()) return;
    sessionStorage.setItem(reloadedName, String(Date.now()));
    event.preventDefault();
    takeNewVersion();
  });
}
