import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useOptionName } from "../../contract/choices.ts";
import { useRead } from "../../client/queries.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { Field } from "../../ui/field.tsx";
import { Empty, Waiting } from "../../ui/page.tsx";
import type { Bom, BomVersion } from "./bom.ts";
import { VersionDifferences } from "./version-differences.tsx";

interface CompareTabProps {
  readonly bom: Bom;
  readonly version: BomVersion;
}

/** Returns the version that one is compared with if nobody chose another: the last one before it. */
export function previousVersion({ versions }: Bom, version: BomVersion): BomVersion | undefined {
  const before = versions.slice(0, versions.indexOf(version));
  return before.findLast(({ status }) => status === "Released") ?? before.at(-1);
}

/** What differs between this version and another one. */
export function CompareTab({ bom, version }: CompareTabProps) {
  const { t } = useLingui();
  const optionName = useOptionName();
  const navigate = useNavigate();
  const { against } = useSearch({ from: "/boms/$id" });
  const others = bom.versions.filter(({ id }) => id !== version.id);
  const other =
    others.find(({ id }) => String(id) === against) ??
    previousVersion(bom, version) ??
    others.at(0);
  if (!other) {
    return (
      <Empty>
        <Trans>This BoM has no other version to compare with.</Trans>
      </Empty>
    );
  }
  return (
    <>
      <div className="row">
        <Field label={t`Compare with`}>
          {(connected) => (
            <select
              {...connected}
              value={other.id}
              onChange={({ target }) =>
                navigate({
                  to: "/boms/$id",
                  params: { id: String(bom.id) },
                  search: { version: String(version.id), tab: "compare", against: target.value },
                  replace: true,
                })
              }
            >
              {others.map((one) => (
                <option key={one.id} value={one.id}>
                  {one.version} {optionName("status", one.status)}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <Comparison bom={bom} before={other} after={version} />
    </>
  );
}

/** Returns the request that compares two versions of a BoM, or a version with none. */
export const versionsToCompare = (bom: Bom, before: BomVersion | undefined, after: BomVersion) => ({
  parentProductName: bom.parentProductName,
  bom: bom.name,
  ...(before ? { from: before.version } : {}),
  to: after.version,
});

interface ComparisonProps {
  readonly bom: Bom;
  readonly before: BomVersion;
  readonly after: BomVersion;
}

function Comparison({ bom, before, after }: ComparisonProps) {
  const { data, error } = useRead("bomCompare", { body: versionsToCompare(bom, before, after) });
  if (error) return <ProblemNotice error={error} />;
  if (!data) return <Waiting />;
  const [from, to] = [before.version, after.version];
  return (
    <>
      <p>
        <Trans>
          From version {from} to version {to}:
        </Trans>
      </p>
      <VersionDifferences comparison={data} />
    </>
  );
}
