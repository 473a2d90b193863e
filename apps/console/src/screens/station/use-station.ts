import { ProblemError } from "@asbuilt/client";
import { useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { soon } from "../../client/asbuilt.ts";
import { useRead } from "../../client/queries.ts";
import { numberSigns } from "../../contract/decimal.rules.ts";
import { isOfflineAllowed } from "../../outbox/offline.ts";
import type { News } from "../../outbox/outbox.ts";
import { useNews, useOutboxWrite } from "../../outbox/use-outbox.ts";
import { feedback } from "../../scan/feedback.ts";
import { useScan } from "../../scan/use-scan.ts";
import { useSession } from "../../session/session.tsx";
import { toneOf } from "./banner.rules.ts";
import { keepReasons, keepStation, keptReasons, keptStation } from "./kept-station.ts";
import { type KnownParts, knownParts } from "./known-parts.ts";
import { lateBanner } from "./late.rules.ts";
import { openUnitsOf, readUnit } from "./reads.ts";
import type { Reason, StationAnswer, StationCall, StationEvent, StationState } from "./station.ts";
import { stepStation } from "./station.rules.ts";
import { useStationSettings } from "./station-settings.ts";
import { isSameSerial } from "./unit.rules.ts";

export interface Station {
  readonly state: StationState;
  readonly reasons: readonly Reason[];
  readonly tell: (event: StationEvent) => Promise<void>;
}

/**
 * The station: its state, and how to tell it what happened. Scans arrive here in their order, unless
 * one is the badge of a person.
 */
export function useStation(takeBadge: (code: string) => boolean): Station {
  const [state, setState] = useState(keptStation);
  const latest = useRef(state);
  const reasons = useReasons();
  const settings = useRules(reasons);
  const { asbuilt } = useSession();
  const parts = useMemo(() => knownParts(asbuilt), [asbuilt]);
  const run = useCalls(parts);
  const tell = useCallback(
    async (event: StationEvent) => {
      let next: StationEvent | undefined = event;
      while (next) {
        const before = latest.current.log;
        const moment = { settings: settings(), atMs: Date.now() };
        const { state: after, call } = stepStation(latest.current, next, moment);
        latest.current = after;
        keepStation(after);
        setState(after);
        if (after.log !== before) feedback(soundOf[toneOf(after.banner)]);
        next = call && { kind: "answer", call, answer: await run(call, after) };
      }
    },
    [run, settings],
  );
  useScan(({ code }) => (takeBadge(code) ? undefined : tell({ kind: "scan", code })));
  useLateNews(latest, tell);
  useFreshUnit(latest, parts, tell);
  useUnitOfAddress(latest, tell);
  return { state, reasons, tell };
}

/** A question sounds like a success: the scan was taken. */
const soundOf = { good: "good", ask: "good", bad: "bad", kept: "kept" } as const;

/** Returns the reasons that a removal can give, for the sheet of reasons and the rules. */
function useReasons(): readonly Reason[] {
  const { data } = useRead("materialReasonList", { body: { isActive: true } });
  const reasons = useMemo(
    () =>
      data?.flatMap(({ suid, name, description, disposition, transactions }) =>
        suid !== null && transactions.includes("remove")
          ? [{ suid, name, description, disposition }]
          : [],
      ) ?? keptReasons(),
    [data],
  );
  useEffect(() => keepReasons(reasons), [reasons]);
  return reasons;
}

function useRules(reasons: readonly Reason[]) {
  const { i18n } = useLingui();
  const settings = useStationSettings();
  const { locale } = i18n;
  const rules = useMemo(
    () => ({
      ...settings,
      locale,
      signs: numberSigns(locale),
      reasons: reasons.map(({ suid }) => suid),
    }),
    [settings, locale, reasons],
  );
  return useCallback(() => ({ ...rules, isOfflineAllowed: isOfflineAllowed() }), [rules]);
}

/** Returns how to make a call of the station. It never throws: a failure is an answer too. */
function useCalls(
  parts: KnownParts,
): (call: StationCall, state: StationState) => Promise<StationAnswer> {
  const { asbuilt } = useSession();
  const build = useOutboxWrite("buildBuild");
  const remove = useOutboxWrite("buildRemove");
  const complete = useOutboxWrite("materialItemComplete");
  return useCallback(
    async (call, { unit }) => {
      /** Reads the unit again after a write. The write is done, even if this fails. */
      const written = async (
        writing: ReturnType<typeof build | typeof remove | typeof complete>,
      ) => {
        const result = await writing;
        const isRead = unit && result.kind !== "kept" && result.kind !== "unreachable";
        const fresh = isRead
          ? await readUnit(asbuilt, unit.serial).catch(() => undefined)
          : undefined;
        return { kind: "written", result, unit: fresh } as const;
      };
      try {
        switch (call.kind) {
          case "resolve": {
            const scan = await asbuilt.send("scanResolve", {
              body: { code: call.code },
              signal: soon(),
            });
            parts.learnMatches(scan.matches);
            return { kind: "resolved", scan };
          }
          case "open": {
            const opened = await readUnit(asbuilt, call.serial);
            void parts.learnStock(opened);
            return { kind: "opened", unit: opened };
          }
          case "units":
            return { kind: "units", units: await openUnitsOf(asbuilt, call.orderNo) };
          case "build":
            return await written(build(call.body));
          case "remove":
            return await written(remove(call.body));
          default:
            return await written(complete({ visualSerialNo: call.serial }));
        }
      } catch (error) {
        const problem = error instanceof ProblemError ? error.problem : undefined;
        const known = call.kind === "resolve" ? parts.of(call.code) : undefined;
        return { kind: "failed", problem, known };
      }
    },
    [asbuilt, parts, build, remove, complete],
  );
}

/** A write that was kept got its outcome: the banner says so, and the unit is read again. */
function useLateNews(
  latest: { readonly current: StationState },
  tell: (event: StationEvent) => Promise<void>,
): void {
  const { asbuilt } = useSession();
  useNews(
    useCallback(
      (news: News) => {
        const { unit } = latest.current;
        const banner = unit && lateBanner(news, unit.serial);
        if (!banner) return;
        void tell({ kind: "late", banner });
        readUnit(asbuilt, unit.serial).then(
          (fresh) => tell({ kind: "refreshed", unit: fresh }),
          // The next write reads it again.
          () => undefined,
        );
      },
      [asbuilt, latest, tell],
    ),
  );
}

/** A station that was loaded again, or unlocked, reads the unit that it had. */
function useFreshUnit(
  latest: { readonly current: StationState },
  parts: KnownParts,
  tell: (event: StationEvent) => Promise<void>,
): void {
  const { asbuilt } = useSession();
  useEffect(() => {
    const { unit: had } = latest.current;
    if (!had) return;
    readUnit(asbuilt, had.serial).then(
      (unit) => {
        void parts.learnStock(unit);
        return tell({ kind: "refreshed", unit });
      },
      // Without a network, it shows what it knew.
      () => undefined,
    );
  }, [asbuilt, latest, parts, tell]);
}

/** Opens the unit that a link names, once. */
function useUnitOfAddress(
  latest: { readonly current: StationState },
  tell: (event: StationEvent) => Promise<void>,
): void {
  const navigate = useNavigate();
  const { unit: serial } = useSearch({ from: "/station" });
  useEffect(() => {
    if (serial === undefined) return;
    void navigate({ to: "/station", search: {}, replace: true });
    const { unit } = latest.current;
    if (!unit || !isSameSerial(unit.serial, serial)) void tell({ kind: "pickUnit", serial });
  }, [serial, latest, navigate, tell]);
}
