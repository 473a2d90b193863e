import { Trans, useLingui } from "@lingui/react/macro";
import { Link, useNavigate, useParams } from "@tanstack/react-router";
import { useRead } from "../../client/queries.ts";
import { FilterBar } from "../../list/filter-bar.tsx";
import { Notice } from "../../ui/notice.tsx";
import { Waiting } from "../../ui/page.tsx";
import { Moment } from "../../ui/values.tsx";
import { Genealogy } from "./genealogy.tsx";
import { givenTimes, type Times } from "./times.ts";

type AsBuiltTabProps = Times & { readonly id: number };

/** What is in the item, at all levels, now or at an earlier time. */
export function AsBuiltTab({ id, at, knownAt }: AsBuiltTabProps) {
  const { t } = useLingui();
  const times = givenTimes({ at, knownAt });
  const built = useAsBuilt({ id, ...times });
  return (
    <>
      <TimeFilter times={times} />
      {built.isPartial ? <Waiting /> : undefined}
      <Genealogy
        key={JSON.stringify(times)}
        label={t`As built`}
        reading={built}
        whenEmpty={
          at || knownAt ? (
            <Trans>Nothing was built into this item at that time.</Trans>
          ) : (
            <Trans>Nothing is built into this item.</Trans>
          )
        }
      />
    </>
  );
}

/** The levels that are read first. Those below them are closed at first. */
const firstLevels = 2;

/** Reads the highest levels, and then the whole tree if there is more of it. */
function useAsBuilt(request: AsBuiltTabProps) {
  const { id, ...times } = request;
  const body = { id, ...givenTimes(times) };
  const first = useRead("genealogyAsBuilt", { body: { ...body, depth: firstLevels } });
  const isDeep = first.data?.some(({ level }) => level === firstLevels) ?? false;
  const whole = useRead("genealogyAsBuilt", { body }, isDeep);
  return {
    data: whole.data ?? first.data,
    error: first.error ?? whole.error,
    isPartial: isDeep && whole.isPending,
  };
}

function TimeFilter({ times }: { readonly times: Times }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const { id } = useParams({ from: "/items/$id" });
  const { at, knownAt } = times;
  return (
    <>
      <FilterBar
        key={JSON.stringify(times)}
        filters={times}
        fields={[
          { name: "at", label: t`As it was on`, kind: "date" },
          { name: "knownAt", label: t`As it was known on`, kind: "date" },
        ]}
        submitLabel={t`Show`}
        onChange={(search) =>
          navigate({
            to: "/items/$id",
            params: { id },
            search: { tab: "as-built", ...givenTimes(search) },
            replace: true,
          })
        }
      />
      {at || knownAt ? (
        <Notice meaning="caution" title={t`This is an earlier state.`}>
          {at ? (
            <p>
              <Trans>
                As it was on <Time time={at} />
              </Trans>
            </p>
          ) : undefined}
          {knownAt ? (
            <p>
              <Trans>
                By what was recorded on <Time time={knownAt} />
              </Trans>
            </p>
          ) : undefined}
          <p>
            <Link to="/items/$id" params={{ id }} search={{ tab: "as-built" }}>
              <Trans>Show the present state</Trans>
            </Link>
          </p>
        </Notice>
      ) : undefined}
    </>
  );
}

/** A day is the whole day in the plant. An address can also name a moment. */
export const Time = ({ time }: { readonly time: string }) =>
  /^\d{4}-\d{2}-\d{2}$/.test(time) ? <time dateTime={time}>{time}</time> : <Moment at={time} />;
