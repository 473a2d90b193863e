import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useSearch } from "@tanstack/react-router";
import { Button } from "../ui/button.tsx";
import { Page } from "../ui/page.tsx";
import { CommandSheet, LocationSheet, ReasonSheet } from "./sheets.tsx";
import { SetUp } from "./set-up.tsx";
import "./scanner.css";

/** Sets this station's scanner up, shows what it sends, and prints the codes that people scan. */
export function ScannerScreen() {
  const { t } = useLingui();
  const { sheet = "set-up" } = useSearch({ from: "/scanner" });
  const names: readonly (readonly [sheet: string, name: string])[] = [
    ["set-up", t`Set-up`],
    ["commands", t`Commands`],
    ["reasons", t`Reasons`],
    ["locations", t`Locations`],
  ];
  return (
    <Page
      title={t`Scanner`}
      actions={
        <Button onClick={() => print()}>
          <Trans>Print</Trans>
        </Button>
      }
    >
      <nav className="row on-screen" aria-label={t`Sheets`}>
        {names.map(([name, text]) => (
          <Link
            key={name}
            to="/scanner"
            search={{ sheet: name }}
            className="button"
            aria-current={name === sheet ? "page" : undefined}
          >
            {text}
          </Link>
        ))}
      </nav>
      {sheet === "commands" ? <CommandSheet /> : undefined}
      {sheet === "reasons" ? <ReasonSheet /> : undefined}
      {sheet === "locations" ? <LocationSheet /> : undefined}
      {sheet === "set-up" ? <SetUp /> : undefined}
    </Page>
  );
}
