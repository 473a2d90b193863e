import type { Answer } from "@asbuilt/client";
import { Trans, useLingui } from "@lingui/react/macro";
import type { ReactNode } from "react";
import { useRoleName } from "../../app/roles.ts";
import { useMay } from "../../session/session.tsx";
import { Chip, Notice } from "../../ui/notice.tsx";
import { instructions, Start, type UnitReads } from "./instructions.tsx";
import { stepTexts } from "./step-texts.ts";
import { type Step, stepNeeds, tourSteps } from "./tour.rules.ts";

interface StepListProps {
  /** Undefined if no unit is in work. */
  readonly reads: UnitReads | undefined;
  /** The unit's order, or the one to start. */
  readonly order: Answer<"worksOrderList">[number] | undefined;
}

/** All steps, each with whether it is done. The next one has its instruction. */
export function StepList({ reads, order }: StepListProps) {
  const { t } = useLingui();
  const steps = tourSteps(
    reads && { slots: reads.slots, actions: reads.changes.map(({ action }) => action) },
  );
  const next = steps.find(({ isDone }) => !isDone);
  return (
    <>
      <ol className="tour-steps" aria-label={t`Steps`}>
        {steps.map((step) => (
          <StepCard key={step.name} step={step} isNext={step === next}>
            {step === next ? <Instruction step={step} reads={reads} order={order} /> : undefined}
          </StepCard>
        ))}
      </ol>
      {next ? undefined : <Finished />}
    </>
  );
}

interface StepCardProps {
  readonly step: Step;
  readonly isNext: boolean;
  readonly children: ReactNode;
}

function StepCard({ step: { name, isDone }, isNext, children }: StepCardProps) {
  const { i18n } = useLingui();
  const { title, purpose } = stepTexts[name];
  return (
    <li
      className="card tour-step"
      data-next={isNext || undefined}
      aria-current={isNext ? "step" : undefined}
    >
      <div className="row">
        <h2>{i18n._(title)}</h2>
        {isDone ? (
          <Chip meaning="good">
            <span aria-hidden="true">✓</span> <Trans>Done</Trans>
          </Chip>
        ) : undefined}
      </div>
      <p>{i18n._(purpose)}</p>
      {isDone ? undefined : <MissingRole name={name} />}
      {children}
    </li>
  );
}

/** Says which role a step needs, if the person's key can't do it. */
function MissingRole({ name }: Pick<Step, "name">) {
  const may = useMay();
  const roleName = useRoleName();
  const { role, operations } = stepNeeds[name];
  if (operations.every(may)) return undefined;
  const needed = roleName(role);
  return (
    <p>
      <Chip meaning="caution">
        <Trans>Your key can't do this. The step needs the role {needed}.</Trans>
      </Chip>
    </p>
  );
}

function Instruction({ step, reads, order }: StepListProps & { readonly step: Step }) {
  if (step.name === "start" || !reads) return <Start order={order} />;
  const OfStep = instructions[step.name];
  return <OfStep reads={reads} />;
}

function Finished() {
  const { t } = useLingui();
  return (
    <Notice meaning="good" title={t`Your pump is built.`}>
      <p>
        <Trans>
          The page docs/tutorials/console.md of asbuilt continues from here: it follows five people
          through a working day.
        </Trans>
      </p>
    </Notice>
  );
}
