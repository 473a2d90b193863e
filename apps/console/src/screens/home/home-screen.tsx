import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useState } from "react";
import type { Place } from "../../app/places.ts";
import { usePlaces } from "../../app/use-places.ts";
import { useMay, useSession } from "../../session/session.tsx";
import { Page } from "../../ui/page.tsx";
import { firstPlaces } from "./first-places.ts";
import { PlantToday } from "./plant-today.tsx";
import "./home.css";

/** Where a person begins: what this role does first, and what waits in the plant. */
export function HomeScreen() {
  const { t } = useLingui();
  const { who } = useSession();
  const may = useMay();
  const places = usePlaces().flatMap((group) => group.places);
  const first = firstPlaces(who.role).flatMap((path) => places.filter((at) => at.path === path));
  const others = places.filter((place) => !first.includes(place));
  return (
    <Page
      title={t`Hello, ${who.user}`}
      actions={
        <Link to="/tour" className="button">
          <Trans>Build your first pump</Trans>
        </Link>
      }
    >
      <ExpiringKey />
      <div className="home">
        <PlaceTiles label={t`What you do first`} places={first} isMain />
        {may("summaryGet") ? <PlantToday /> : undefined}
        <PlaceTiles label={first.length > 0 ? t`Everything else` : t`Places`} places={others} />
      </div>
    </Page>
  );
}

interface PlaceTilesProps {
  readonly label: string;
  readonly places: readonly Place[];
  readonly isMain?: boolean;
}

function PlaceTiles({ label, places, isMain = false }: PlaceTilesProps) {
  const { i18n } = useLingui();
  if (places.length === 0) return undefined;
  return (
    <section className="form" aria-label={label}>
      <h2>{label}</h2>
      <ul className="tiles" data-size={isMain ? "large" : undefined}>
        {places.map(({ path, name }) => (
          <li key={path}>
            <Link to={path} className="tile">
              {i18n._(name)}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}

const dayMs = 24 * 60 * 60 * 1000;

/** Says in time that the person's key ends, which would stop the work of a shift. */
function ExpiringKey() {
  const { keyExpiresAt } = useSession().who;
  const [shownAt] = useState(Date.now);
  if (keyExpiresAt === null) return undefined;
  const days = Math.floor((Date.parse(keyExpiresAt) - shownAt) / dayMs);
  if (days > 14) return undefined;
  return (
    <p className="field-error">
      <Plural
        value={days}
        one="Your key expires in # day. Ask an administrator for a new one."
        other="Your key expires in # days. Ask an administrator for a new one."
      />
    </p>
  );
}
