import { CatchBoundary, type ErrorRouteComponent } from "@tanstack/react-router";
import { type ComponentType, createElement, Suspense, use, useEffect, useState } from "react";
import { allTexts } from "../app/language.ts";
import { ProblemNotice } from "../contract/problem-text.tsx";
import { expectScans } from "../scan/use-scan.ts";
import { loadAhead } from "./load-ahead.ts";

interface StandIns {
  readonly Meanwhile?: ComponentType;
  readonly Failed?: ErrorRouteComponent;
}

export const Nothing = (): undefined => undefined;

/**
 * Makes a dialog that a first scan does without: it is loaded when the page has time, or else when it
 * is shown, with the texts of the whole console. If it can't be loaded, it says so in its own place.
 * A part that is no dialog has Nothing stand in for it: the screen has the scans meanwhile.
 */
export function later<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  { Meanwhile = OnItsWay, Failed = ProblemNotice }: StandIns = {},
): ComponentType<Props> {
  let loading: Promise<ComponentType<Props>> | undefined;
  let part: ComponentType<Props> | undefined;
  let hasFailed = false;

  function loaded(): Promise<ComponentType<Props>> {
    loading ??= withTexts(load).then(
      (result) => (part = result),
      (error: unknown) => {
        hasFailed = true;
        throw error;
      },
    );
    return loading;
  }

  /** Who opens it again tries again. */
  function begin(): void {
    if (hasFailed) loading = undefined;
    hasFailed = false;
  }

  function Part(props: Props) {
    // What is there is shown without a wait.
    return createElement(part ?? use(loaded()), props);
  }

  loadAhead(() => {
    begin();
    return loaded();
  });
  return function Later(props: Props) {
    useState(begin);
    return (
      <CatchBoundary getResetKey={() => "part"} errorComponent={Failed}>
        <Suspense fallback={<Meanwhile />}>
          <Part {...props} />
        </Suspense>
      </CatchBoundary>
    );
  };
}

/** Keeps the scans for the dialog, which is not there yet. */
function OnItsWay() {
  useEffect(() => expectScans("dialog"), []);
  return undefined;
}

async function withTexts<Part>(load: () => Promise<Part>): Promise<Part> {
  const [part] = await Promise.all([load(), allTexts()]);
  return part;
}
