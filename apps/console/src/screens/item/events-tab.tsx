import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useParts } from "../../client/queries.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { ShowMore } from "../../list/show-more.tsx";
import { Button } from "../../ui/button.tsx";
import { Json } from "../../ui/json.tsx";
import { Chip } from "../../ui/notice.tsx";
import { Empty, Waiting } from "../../ui/page.tsx";
import { saveJson } from "../../ui/save-file.ts";
import { Moment } from "../../ui/values.tsx";
import { type EpcisEvent, nameOf, objectsOf } from "./event.rules.ts";

/** The history of the item as other companies read it: EPCIS 2.0. */
export function EventsTab({ serial }: { readonly serial: string }) {
  const documents = useParts("epcisQuery", {
    body: { visualSerialNo: serial },
    query: { limit: 100 },
  });
  const { data, error } = documents;
  if (!data) return error ? <ProblemNotice error={error} /> : <Waiting />;
  const events = data.pages.flatMap(({ content }) => content.epcisBody.eventList);
  if (events.length === 0) {
    return (
      <Empty>
        <Trans>No event describes this item.</Trans>
      </Empty>
    );
  }
  // All parts of one query have the same head.
  const { content: head } = data.pages[0]!;
  const save = () =>
    saveJson(`${serial}.epcis.json`, { ...head, epcisBody: { eventList: events } });
  return (
    <section className="card">
      <div className="row">
        <Button onClick={save}>
          <Trans>Save as EPCIS 2.0</Trans>
        </Button>
        <span className="soft">
          <Plural value={events.length} one="# event" other="# events" />
        </span>
      </div>
      <ol>
        {events.map((event) => (
          <EventEntry key={event.eventID} event={event} />
        ))}
      </ol>
      <ShowMore pages={documents} />
    </section>
  );
}

function EventEntry({ event }: { readonly event: EpcisEvent }) {
  const { t } = useLingui();
  const { bizStep, disposition, eventTime, bizLocation, errorDeclaration, type, eventID } = event;
  const action = "action" in event ? event.action : undefined;
  return (
    <li className="change">
      <p>
        <strong>{bizStep ?? type}</strong> {action ? <Chip>{action}</Chip> : undefined}{" "}
        <Moment at={eventTime} />
      </p>
      <p>{objectsOf(event).join(", ")}</p>
      <p className="field-hint">
        {[
          disposition && t`Disposition: ${disposition}`,
          bizLocation && t`Location: ${nameOf(bizLocation.id)}`,
          errorDeclaration && t`Declared wrong: ${errorDeclaration.reason}`,
        ]
          .filter(Boolean)
          .join(" · ")}
      </p>
      <details>
        <summary>{t`The event as JSON`}</summary>
        <Json label={t`Event ${eventID}`} value={event} />
      </details>
    </li>
  );
}
