import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useOptionName } from "../../contract/choices.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { Field } from "../../ui/field.tsx";
import { Empty, Waiting } from "../../ui/page.tsx";
import type { Bom, BomVersion } from "./bom.ts";
import { useSlots } from "./use-slots.ts";
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

interface ComparisonProps {
  readonly bom: Bom;
  readonly before: BomVersion;
  readonly after: BomVersion;
}

/** Reads the slots of two versions and shows what differs. */
export function Comparison({ bom, before, after }: ComparisonProps) {
  const [was, is] = [useSlots(bom, before), useSlots(bom, after)];
  const error = was.error ?? is.error;
  if (error) return <ProblemNotice error={error} />;
  if (!was.slots || !is.slots) return <Waiting />;
  return <VersionDifferences before={was.slots} after={is.slots} />;
}
