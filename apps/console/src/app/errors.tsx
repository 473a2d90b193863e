import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { ProblemNotice } from "../contract/problem-text.tsx";
import { Page } from "../ui/page.tsx";
import { takeNewVersion } from "./new-version.ts";

export const RouteError = ({ error }: { readonly error: unknown }) => (
  <ProblemNotice error={error} />
);

export function RouteNotFound() {
  const { t } = useLingui();
  return (
    <Page title={t`There is no such screen`}>
      <p>
        <Link to="/">
          <Trans>Back to the start</Trans>
        </Link>
      </p>
    </Page>
  );
}

/** What a link shows to a person whose key does not permit the work of the screen. */
export function NotPermitted() {
  const { t } = useLingui();
  return (
    <Page title={t`Not permitted`}>
      <p>
        <Trans>
          Your key does not permit what this screen is for. Ask an administrator for a key that
          does.
        </Trans>
      </p>
      <p>
        <Link to="/">
          <Trans>Back to the start</Trans>
        </Link>
      </p>
    </Page>
  );
}

const reloadedName = "asbuilt.reloaded";

/**
 * After an update, an open page can ask for files of the version before. The page is loaded again,
 * once: if that does not help, the error is shown.
 */
export function reloadAfterUpdate(): void {
  addEventListener("vite:preloadError", (event) => {
    if (!navigator.onLine || sessionStorage.getItem(reloadedName)) return;
    sessionStorage.setItem(reloadedName, "1");
    event.preventDefault();
    takeNewVersion();
  });
}
