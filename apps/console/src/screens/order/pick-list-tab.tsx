import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { useRead } from "../../client/queries.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Empty, Waiting } from "../../ui/page.tsx";
import { Moment, Quantity } from "../../ui/values.tsx";
import type { Order } from "./order.ts";
import { type Lack, type Pick, type PickPlace, pickListOf } from "./pick-list.rules.ts";

/** What the open units lack, and where to fetch it. It can be printed. */
export function PickListTab({ order }: { readonly order: Order }) {
  const { t } = useLingui();
  const read = useRead("worksOrderCompleteness", { body: { id: order.id } });
  if (read.error) return <ProblemNotice error={read.error} />;
  if (!read.data) return <Waiting />;
  const { openCount, missing } = read.data;
  if (openCount === 0) {
    return (
      <Empty>
        <Trans>No unit of this order is open, so there is nothing to pick.</Trans>
      </Empty>
    );
  }
  if (missing.length === 0) {
    return <Notice meaning="good" title={t`The required slots of all open units are filled.`} />;
  }
  const { places, lacks } = pickListOf(read.data);
  return (
    <>
      <div className="only-screen">
        <Button onClick={() => print()}>
          <Trans>Print</Trans>
        </Button>
      </div>
      <section className="card">
        <h2>
          <Trans>Missing</Trans>
        </h2>
        <ul className="picks">
          {lacks.map((lack) => (
            <LackRow key={lack.slot.bomSlotID} lack={lack} />
          ))}
        </ul>
      </section>
      {places.map((place) => (
        <Place key={place.location} place={place} />
      ))}
      {places.length === 0 ? (
        <Notice meaning="caution" title={t`Nothing of it is in stock.`} />
      ) : (
        <p className="soft">
          <Trans>
            At most 20 items of each product are listed. Items on hold and expired ones are left
            out.
          </Trans>
        </p>
      )}
    </>
  );
}

function LackRow({ lack: { slot, short } }: { readonly lack: Lack }) {
  const others = slot.candidates.slice(1).map(({ product }) => product);
  return (
    <li className="lack">
      <span>
        <strong>{slot.slot}</strong>{" "}
        <span className="soft">
          <Plural value={slot.units} one="in # unit" other="in # units" />
        </span>
      </span>
      <span>
        <Quantity value={slot.missing} unit={slot.unit} /> {slot.product}
      </span>
      <span className="soft">
        {others.length > 0 ? <Trans>or {others.join(", ")}</Trans> : undefined}
      </span>
      {short > 0 ? (
        <span className="field-error">
          <Trans>
            <Quantity value={short} unit={slot.unit} /> not listed in stock
          </Trans>
        </span>
      ) : undefined}
    </li>
  );
}

function Place({ place: { location, picks } }: { readonly place: PickPlace }) {
  const { t } = useLingui();
  return (
    <section className="card">
      <h2>{location ?? t`Without a location`}</h2>
      <ul className="picks">
        {picks.map((pick) => (
          <PickRow key={`${pick.item.id} ${pick.slot}`} pick={pick} />
        ))}
      </ul>
    </section>
  );
}

function PickRow({ pick: { item, slot, take } }: { readonly pick: Pick }) {
  const { t } = useLingui();
  return (
    <li className="pick">
      {/* Where a person ticks it off on paper. */}
      <span className="pick-box" aria-hidden="true" />
      <span className="pick-take">
        {take === undefined ? t`Alternative` : <Quantity value={take} unit={item.unit} />}
      </span>
      <Link to="/items/$id" params={{ id: String(item.id) }}>
        {item.visualSerialNo}
      </Link>
      <span>
        {item.product} <span className="soft">{t`for ${slot}`}</span>
      </span>
      <span className="soft">
        {item.batchNo === null ? undefined : t`Batch ${item.batchNo}`}{" "}
        {item.expiryDate === null ? undefined : (
          <Trans>
            expires <Moment at={item.expiryDate} />
          </Trans>
        )}
      </span>
      <span className="soft">
        {take === item.actualQty ? undefined : (
          <Trans>
            of <Quantity value={item.actualQty} unit={item.unit} />
          </Trans>
        )}
      </span>
    </li>
  );
}
