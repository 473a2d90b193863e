import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { usePlaces } from "../../app/use-places.ts";
import { useSession } from "../../session/session.tsx";
import { Page } from "../../ui/page.tsx";

/** Where a person begins: the places of the console that the key may use. */
export function HomeScreen() {
  const { t, i18n } = useLingui();
  const { who } = useSession();
  const groups = usePlaces();
  return (
    <Page title={t`Hello, ${who.user}`}>
      {groups.map((group) => (
        <section key={i18n._(group.name)}>
          <h2>{i18n._(group.name)}</h2>
          <ul className="home">
            {group.places.map(({ path, name }) => (
              <li key={path}>
                <Link to={path} className="button">
                  {i18n._(name)}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
      <p className="soft">
        <Trans>
          The plant's time zone is {who.timeZone}. The service has version {who.version}.
        </Trans>
      </p>
    </Page>
  );
}
