import { useLingui } from "@lingui/react/macro";
import { Link, useSearch } from "@tanstack/react-router";
import { CopyLink } from "../../ui/copy.tsx";
import { Page } from "../../ui/page.tsx";
import { ChangesTab } from "./changes-tab.tsx";
import { SealsTab } from "./seals-tab.tsx";
import "../../ui/tabs.css";

/** What proves that the record is unchanged, and everything that was done. */
export function AuditScreen() {
  const { t } = useLingui();
  const { tab } = useSearch({ from: "/audit" });
  const isChanges = tab === "changes";
  return (
    <Page title={t`Audit`} actions={<CopyLink />}>
      <nav className="tabs" aria-label={t`Parts of the audit`}>
        <Link to="/audit" search={{ tab: "seals" }} aria-current={isChanges ? undefined : "page"}>
          {t`Seals`}
        </Link>
        <Link to="/audit" search={{ tab: "changes" }} aria-current={isChanges ? "page" : undefined}>
          {t`Change log`}
        </Link>
      </nav>
      {isChanges ? <ChangesTab /> : <SealsTab />}
    </Page>
  );
}
