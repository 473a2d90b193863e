import { type Problem, ProblemError } from "@asbuilt/client";
import { i18n as catalogue } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import { Trans, useLingui } from "@lingui/react/macro";
import { lazy, Suspense, useSyncExternalStore } from "react";
import { Unreachable } from "../client/asbuilt.ts";
import { Button } from "../ui/button.tsx";
import { Notice } from "../ui/notice.tsx";
import { loadAhead } from "../ui/load-ahead.ts";
import { type Fault, faultPlace, isOfEmptyField, isWithin } from "./faults.rules.ts";
import { actions, sentences } from "./problem-sentences.ts";

// What a service has refused came over a network.
const ProblemFacts = lazy(async () => {
  const { ProblemFacts: facts } = await import("./problem-facts.tsx");
  return { default: facts };
});

/** The texts that a first scan does without. Until they are there, the service's own are shown. */
let later: typeof import("./later-texts.ts") | undefined;
const listeners = new Set<() => void>();
loadAhead(async () => {
  later = await import("./later-texts.ts");
  for (const listener of listeners) listener();
});

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Renders the caller again once the later texts are there. */
const useLaterTexts = () => useSyncExternalStore(subscribe, () => later);

/** A refusal as a person reads it. */
export interface ProblemText {
  readonly title: string;
  readonly detail: string;
  /** The language of the detail, if it is the service's own text. */
  readonly detailLang: "en" | undefined;
  readonly action: string | undefined;
}

type Refused = Pick<Problem, "code" | "title" | "detail" | "errors">;

/** Returns how to write a refusal in the person's language. The detail is the service's own. */
export function useProblemText(): (problem: Refused) => ProblemText {
  const { i18n } = useLingui();
  useLaterTexts();
  return (problem) => {
    const { code, title, detail } = problem;
    const sentence = sentences[code] ?? later?.moreSentences[code];
    const action = actions[code] ?? later?.moreActions[code];
    const faults = faultsOf(problem).map(faultText);
    return {
      title: sentence ? i18n._(sentence) : title,
      detail: faults.length > 0 ? faults.join(" ") : detail,
      detailLang: faults.length > 0 ? undefined : "en",
      action: action ? i18n._(action) : undefined,
    };
  };
}

/** The fields that a request must change, of a refusal that lists all of them. */
const faultsOf = ({ code, errors }: Refused): readonly Fault[] =>
  code === "validation_failed" ? (errors ?? []) : [];

const emptyField = msg`Fill this in.`;

const faultDetail = (fault: Fault): string => {
  const rule = isOfEmptyField(fault) ? emptyField : later?.ruleOf(fault.detail);
  return rule ? catalogue._(rule) : fault.detail;
};

function faultText(fault: Fault): string {
  const place = faultPlace(fault, (name) => {
    const label = later?.fieldLabels[name];
    return label ? catalogue._(label) : name;
  });
  return place === "" ? faultDetail(fault) : `${place}: ${faultDetail(fault)}`;
}

/** The browsers' words for a module that could not be loaded. No type of error says it. */
const ofMissingFile = /dynamically imported module|Importing a module script failed|preload CSS/;

const isOfMissingFile = (error: unknown): boolean =>
  error instanceof Error && ofMissingFile.test(error.message);

/** A part of the console could not be loaded: after an update, or for lack of a network. */
function MissingFile() {
  const { t } = useLingui();
  return (
    <Notice meaning="bad" title={t`A part of the console could not be loaded.`}>
      <p>
        <Trans>There may be a new version of it, or no network.</Trans>
      </p>
      <div>
        <Button onClick={() => location.reload()}>
          <Trans>Load the page again</Trans>
        </Button>
      </div>
    </Notice>
  );
}

interface ProblemNoticeProps {
  readonly error: unknown;
  /** The fields that show their errors themselves, by the names of `useFieldErrors`. */
  readonly fields?: readonly string[];
}

/** Shows an error as a person can act on it: what was refused, why, and what to do. */
export function ProblemNotice({ error, fields }: ProblemNoticeProps) {
  const { t } = useLingui();
  const textOf = useProblemText();
  if (error instanceof Unreachable) {
    return (
      <Notice meaning="bad" title={t`The service can't be reached.`}>
        <p>
          <Trans>Check the network. Nothing is lost: try again when it is back.</Trans>
        </p>
      </Notice>
    );
  }
  if (isOfMissingFile(error)) return <MissingFile />;
  if (!(error instanceof ProblemError)) {
    return (
      <Notice meaning="bad" title={t`This screen failed.`}>
        <p lang="en">{String(error)}</p>
      </Notice>
    );
  }
  const { code, requestId, counts, signatures } = error.problem;
  const text = textOf(error.problem);
  const { title, action } = text;
  return (
    <Notice meaning="bad" title={title}>
      <Detail problem={error.problem} text={text} fields={fields} />
      {counts || signatures ? (
        <Suspense>
          <ProblemFacts problem={error.problem} />
        </Suspense>
      ) : undefined}
      {action ? <p>{action}</p> : undefined}
      {requestId ? (
        <p className="field-hint">
          <Trans>
            Code <code>{code}</code>, request <code>{requestId}</code>
          </Trans>
        </p>
      ) : undefined}
    </Notice>
  );
}

interface DetailProps {
  readonly problem: Refused;
  readonly text: ProblemText;
  readonly fields: readonly string[] | undefined;
}

/** Why a request was refused, without what stands beside fields. */
function Detail({ problem, text, fields }: DetailProps) {
  const { errors = [] } = problem;
  const others = errors.filter((fault) => !fields?.some((name) => isOfField(fault, name)));
  const isListed = others.length < errors.length || faultsOf(problem).length > 1;
  if (!isListed) return <p lang={text.detailLang}>{text.detail}</p>;
  if (others.length === 0) return undefined;
  return (
    <ul>
      {others.map((fault) => (
        <li key={fault.pointer + fault.detail}>{faultText(fault)}</li>
      ))}
    </ul>
  );
}

const isOfField = ({ pointer }: Fault, name: string): boolean =>
  pointer === `/${name}` || pointer === `#/${name}`;

/** Tells whether a problem names a field of a request, or a part of it. */
export const namesField = (error: unknown, name: string): boolean =>
  error instanceof ProblemError &&
  (error.problem.errors ?? []).some((fault) => isWithin(fault, name));

/** Returns how to find the messages for a field of a request in a problem's list of errors. */
export function useFieldErrors(): typeof fieldErrorOf {
  useLaterTexts();
  return fieldErrorOf;
}

function fieldErrorOf(error: unknown, name: string): string | undefined {
  if (!(error instanceof ProblemError)) return undefined;
  const found = error.problem.errors?.filter((one) => isOfField(one, name)) ?? [];
  return found.map(faultDetail).join(" ") || undefined;
}
