import { Trans, useLingui } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { type ReactNode, useEffect, useState } from "react";
import { useSentCount, useSortedEntries } from "../../outbox/use-outbox.ts";
import type { Command } from "../../scan/code.rules.ts";
import { useMay } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { later, Nothing } from "../../ui/later.tsx";
import { Chip } from "../../ui/notice.tsx";
import { Page } from "../../ui/page.tsx";
import { keptParts } from "./late.rules.ts";
import { Question, UnitList } from "./questions.tsx";
import { SlotList } from "./slot-list.tsx";
import { StationSettings } from "./station-settings-button.tsx";
import { StationBanner, StationLog } from "./station-banner.tsx";
import { isFull, isSameSerial, type Unit } from "./unit.rules.ts";
import { useIsShared } from "./use-shared-station.ts";
import { type Station, useStation } from "./use-station.ts";
import "./station.css";

// A first scan that succeeds does without it.
const OrdersInWork = later(async () => (await import("./orders-in-work.tsx")).OrdersInWork, {
  Meanwhile: Nothing,
  Failed: Nothing,
});
const RefusalHelp = later(async () => (await import("./refusal-help.tsx")).RefusalHelp);
const SharedStation = later(
  async () => (await import("../shared-station/shared-station.tsx")).SharedStation,
);

/** The build station. Where several persons share it, it also takes their badges. */
export const StationScreen = () =>
  useIsShared() ? (
    <SharedStation Work={StationAtWork} />
  ) : (
    <StationAtWork takeBadge={takeNone} person={undefined} />
  );

const takeNone = () => false;

export interface AtWorkProps {
  /** Takes a scan that is a person's badge, and says whether it is one. */
  readonly takeBadge: (code: string) => boolean;
  /** Who acts at a shared station, and how that ends. */
  readonly person: ReactNode;
}

/** The work at the station: by scans alone, by touch, or by keys. */
function StationAtWork({ takeBadge, person }: AtWorkProps) {
  const { t } = useLingui();
  const station = useStation(takeBadge);
  const { state, reasons, tell } = station;
  useStationKeys(tell);
  const { unit, parked } = state;
  return (
    <div
      data-density="station"
      className="station"
      data-full={unit && isFull(unit) ? "" : undefined}
    >
      <Page
        title={t`Station`}
        actions={
          <>
            {unit ? <UnitHead unit={unit} /> : undefined}
            {person}
            <StationSettings reasons={reasons} />
          </>
        }
      >
        <StationBanner state={state} />
        <Unsent />
        <div className="station-work">
          <StationMain station={station} />
          <aside className="station-side">
            {parked.length > 0 ? (
              <section aria-label={t`Parked units`}>
                <h2>
                  <Trans>Parked units</Trans>
                </h2>
                <UnitList units={parked} tell={tell} />
              </section>
            ) : undefined}
            <StationLog log={state.log} />
          </aside>
        </div>
      </Page>
    </div>
  );
}

const isRefusal: ReadonlySet<string> = new Set(["unknown", "notInBom", "refused"]);

/** What a person works with: the scan, the commands, the question, and the slots. */
function StationMain({ station }: { readonly station: Station }) {
  const may = useMay();
  const { state, tell } = station;
  const { unit, waiting } = state;
  const isIdle = waiting.kind === "scan" || (unit !== undefined && waiting.kind === "removal");
  return (
    <div className="station-main">
      <div className="row station-tools">
        <ScanField tell={tell} isIdle={isIdle} />
        <Actions station={station} />
      </div>
      <Question station={station} />
      {isRefusal.has(state.banner.kind) ? <RefusalHelp state={state} tell={tell} /> : undefined}
      {unit ? (
        <>
          <KeptParts serial={unit.serial} />
          <SlotList unit={unit} isRemoving={waiting.kind === "removal"} tell={tell} />
        </>
      ) : undefined}
      {!unit && waiting.kind === "scan" && may("summaryGet") ? (
        <OrdersInWork tell={tell} />
      ) : undefined}
    </div>
  );
}

const UnitHead = ({ unit }: { readonly unit: Unit }) => (
  <div className="row">
    <h2 data-testid="unit">{unit.serial}</h2>
    <span className="soft">
      {unit.product} {unit.orderNo ? `· ${unit.orderNo}` : undefined}
    </span>
    {isFull(unit) ? (
      <Chip meaning="good">
        <Trans>All required slots are full</Trans>
      </Chip>
    ) : undefined}
  </div>
);

/** Questions with buttons of their own. */
const hasOwnKeys: ReadonlySet<string> = new Set(["quantity", "removedQuantity", "receipt"]);

/** The commands as buttons. Each is a key and a printed code too. */
function Actions({ station }: { readonly station: Station }) {
  const may = useMay();
  const { state, tell } = station;
  const { unit, lastBuilt, waiting } = state;
  const give = (command: Command) => () => tell({ kind: "command", command });
  const isBusy = waiting.kind === "answer";
  if (hasOwnKeys.has(waiting.kind)) return undefined;
  // Until a question is answered, no other command is offered.
  if (waiting.kind !== "scan" && !isBusy) {
    return (
      <Button onClick={give({ name: "CANCEL" })}>
        <Trans>Cancel</Trans>
      </Button>
    );
  }
  return (
    <>
      {lastBuilt && may("buildRemove") ? (
        <Button onClick={give({ name: "UNDO" })} disabled={isBusy} aria-keyshortcuts="F8">
          {unit && isSameSerial(unit.serial, lastBuilt.parent) ? (
            <Trans>Undo {lastBuilt.child}</Trans>
          ) : (
            <Trans>
              Undo {lastBuilt.child} in {lastBuilt.parent}
            </Trans>
          )}
        </Button>
      ) : undefined}
      {unit && may("buildRemove") ? (
        <Button
          {...(unit.isFinished ? { kind: "main" } : {})}
          onClick={give({ name: "REMOVE" })}
          disabled={isBusy}
          aria-keyshortcuts="F4"
        >
          <Trans>Take a part out</Trans>
        </Button>
      ) : undefined}
      {unit ? (
        <Button onClick={give({ name: "NEXT" })} disabled={isBusy}>
          <Trans>Park it</Trans>
        </Button>
      ) : undefined}
      {unit && !unit.isFinished && may("materialItemComplete") ? (
        <Button
          {...(isFull(unit) ? { kind: "main" } : {})}
          onClick={give({ name: "COMPLETE" })}
          disabled={isBusy}
          aria-keyshortcuts="F10"
        >
          <Trans>Complete it</Trans>
        </Button>
      ) : undefined}
    </>
  );
}

/** For a code that can't be scanned: a person types it, and Enter sends it as a scan. */
function ScanField({ tell, isIdle }: Pick<Station, "tell"> & { readonly isIdle: boolean }) {
  const { t } = useLingui();
  const [code, setCode] = useState("");
  if (!isIdle) return undefined;
  return (
    <form
      className="row station-scan"
      onSubmit={(event) => {
        event.preventDefault();
        if (code.trim() === "") return;
        setCode("");
        void tell({ kind: "scan", code: code.trim() });
      }}
    >
      <input
        className="input"
        aria-label={t`Serial or order`}
        placeholder={t`Scan, or type`}
        autoComplete="off"
        value={code}
        onChange={(event) => setCode(event.target.value)}
      />
      <Button type="submit">
        <Trans>Enter</Trans>
      </Button>
    </form>
  );
}

/** What was scanned for the unit and is not in its slots yet. */
function KeptParts({ serial }: { readonly serial: string }) {
  const kept = keptParts(useSortedEntries().waiting, serial);
  if (kept.length === 0) return undefined;
  const parts = kept.join(", ");
  return (
    <p className="station-unsent">
      <Trans>Kept here for this unit: {parts}</Trans>
    </p>
  );
}

/** What this browser has not sent. The banner never calls it done. */
function Unsent() {
  const { waiting, toSettle } = useSortedEntries();
  const sent = useSentCount();
  if (waiting.length + toSettle.length === 0) return undefined;
  return (
    <p className="station-unsent" data-testid="unsent">
      <Link to="/outbox">
        {waiting.length > 0 ? <Trans>Not sent yet: {waiting.length}</Trans> : undefined}{" "}
        {sent > 0 ? <Trans>Sent: {sent}</Trans> : undefined}{" "}
        {toSettle.length > 0 ? <Trans>To settle: {toSettle.length}</Trans> : undefined}
      </Link>
    </p>
  );
}

const keyCommands: Readonly<Record<string, Command>> = {
  F4: { name: "REMOVE" },
  F8: { name: "UNDO" },
  F10: { name: "COMPLETE" },
  Escape: { name: "CANCEL" },
};

/** The keys of the station. F2 leads to the quantity while it is asked. */
function useStationKeys(tell: Station["tell"]): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      // A dialog has its own keys.
      if (event.defaultPrevented || document.querySelector("dialog[open]")) return;
      if (event.key === "F2") {
        event.preventDefault();
        document.querySelector<HTMLInputElement>(".station-quantity")?.select();
        return;
      }
      const command = keyCommands[event.key];
      if (!command) return;
      event.preventDefault();
      void tell({ kind: "command", command });
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, [tell]);
}
