import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useRead } from "../../client/queries.ts";
import type { Affected } from "./affected-list.tsx";
import {
  commandOf,
  type OtherPlace,
  otherPlaces,
  recallAddress,
  sentNowhere,
} from "./other-plants.rules.ts";

interface OtherPlantsProps {
  readonly items: readonly Affected[];
  readonly body: object;
}

/**
 * The plants and places that recalled items came from and were sent to. This service knows nothing of
 * their items, so it says that they are not searched, and what to do.
 */
export function OtherPlants({ items, body }: OtherPlantsProps) {
  const { t } = useLingui();
  const places = otherPlaces(items);
  const unknown = sentNowhere(items);
  const isAny = places.length + unknown > 0;
  const { data: plants = [] } = useRead("plantList", { body: {} }, isAny);
  if (!isAny) return undefined;
  const command = commandOf(body);
  return (
    <section className="card" aria-label={t`Other plants`}>
      <h2>{t`Other plants`}</h2>
      <p>
        <Trans>
          Other plants are not searched from here. Recall the same material in each of them, or
          search all of them with the command.
        </Trans>
      </p>
      {command === undefined ? undefined : (
        <p>
          <code>{command}</code>
        </p>
      )}
      <ul>
        {places.map((place) => (
          <Place key={place.name} place={place} address={addressOf(place, plants)} />
        ))}
        {unknown > 0 ? (
          <li>
            <Plural
              value={unknown}
              one="# item was dispatched, and nobody recorded where to."
              other="# items were dispatched, and nobody recorded where to."
            />
          </li>
        ) : undefined}
      </ul>
    </section>
  );
}

type Plants = Parameters<typeof recallAddress>[1];

const addressOf = ({ name }: OtherPlace, plants: Plants) =>
  recallAddress(name, plants, location.search);

interface PlaceProps {
  readonly place: OtherPlace;
  readonly address: string | undefined;
}

function Place({ place: { name, from, to }, address }: PlaceProps) {
  return (
    <li>
      <strong>{name}</strong>{" "}
      {to > 0 ? (
        <Plural value={to} one="# item sent there" other="# items sent there" />
      ) : undefined}
      {to > 0 && from > 0 ? ", " : undefined}
      {from > 0 ? (
        <Plural value={from} one="# item came from there" other="# items came from there" />
      ) : undefined}{" "}
      {address === undefined ? undefined : (
        <a href={address} target="_blank" rel="noreferrer" className="only-screen">
          <Trans>Recall it at {name}</Trans>
        </a>
      )}
    </li>
  );
}
