import { Trans, useLingui } from "@lingui/react/macro";
import { Link, Outlet } from "@tanstack/react-router";
import { useSession } from "../session/session.tsx";
import { Button } from "../ui/button.tsx";
import { type Language, languages, speak } from "./language.ts";
import { usePlaces } from "./use-places.ts";
import "./shell.css";

/** The frame of every screen: the places that the person may go to, and who is signed in. */
export function Shell() {
  const { t, i18n } = useLingui();
  const { who, signOut } = useSession();
  return (
    <div className="shell">
      <a className="skip" href="#main">
        <Trans>Skip to the content</Trans>
      </a>
      <header className="shell-head">
        <Link to="/" className="brand">
          asbuilt
        </Link>
        <nav aria-label={t`Places`} className="places">
          {usePlaces()
            .flatMap(({ places }) => places)
            .map(({ path, name }) => (
              <Link key={path} to={path}>
                {i18n._(name)}
              </Link>
            ))}
        </nav>
        <div className="person">
          <span>
            {who.user} <span className="soft">{who.role}</span>
          </span>
          <select
            className="input language"
            aria-label={t`Language`}
            value={i18n.locale}
            // The options are the languages.
            onChange={(event) => speak(event.target.value as Language)}
          >
            {Object.entries(languages).map(([language, name]) => (
              <option key={language} value={language}>
                {name}
              </option>
            ))}
          </select>
          <Button kind="plain" onClick={signOut}>
            <Trans>Sign out</Trans>
          </Button>
        </div>
      </header>
      <main id="main" tabIndex={-1} className="shell-main">
        <Outlet />
      </main>
    </div>
  );
}
