import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { WriteResults } from "../../contract/write-results.tsx";
import { LocationPicker } from "../../list/pickers.tsx";
import { useOutboxMany } from "../../outbox/use-outbox-many.ts";
import { Field } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { CodeEntry } from "../stock/code-entry.tsx";
import { useCodeWork } from "../stock/use-code-work.ts";

/** Moves items to one location, one after another. The location is scanned or typed first. */
export function MoveScreen() {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { location = "" } = useSearch({ from: "/move" });
  const moves = useOutboxMany("materialItemMove");
  // The address follows a scan only later, and the next scan can be there before it.
  const target = useRef(location);
  useEffect(() => {
    target.current = location;
  }, [location]);
  const setLocation = (suid: string) => {
    target.current = suid;
    void navigate({ to: "/move", search: suid === "" ? {} : { location: suid }, replace: true });
  };
  const move = (name: string, item: { id: number } | { visualSerialNo: string }) => {
    const to = target.current;
    if (to === "") return t`Scan or type the location first.`;
    const isMoved = moves.entries.some(
      ({ subject, state, call }) =>
        subject === name && state !== "refused" && call.body.location === to,
    );
    if (isMoved) return t`${name} is in this list already.`;
    moves.add([{ subject: name, call: { body: { ...item, location: to } } }]);
    return undefined;
  };
  const work = useCodeWork({
    onLocation: setLocation,
    onItem: ({ id, name }) => move(name, { id }),
    onUnread: (code) => move(code, { visualSerialNo: code }),
  });
  return (
    <Page title={t`Move`}>
      <div className="stock">
        <section className="card form" aria-label={t`What is moved`}>
          <Field
            label={t`To the location`}
            hint={t`Scan the label of the location, or type the beginning of its name and choose it.`}
            isRequired
          >
            {(connected) => (
              <LocationPicker connected={connected} value={location} onChange={setLocation} />
            )}
          </Field>
          <CodeEntry work={work} />
        </section>
        <WriteResults
          label={t`Moved items`}
          writes={moves}
          renderNote={({ call }) => (
            <span className="soft">
              <Trans>to {call.body.location}</Trans>
            </span>
          )}
        />
      </div>
    </Page>
  );
}
