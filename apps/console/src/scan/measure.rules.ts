import { aimIdentifierOf } from "./code.rules.ts";
import type { ScanSettings } from "./scan-settings.ts";
import type { Layout, Scan } from "./wedge.rules.ts";
import { usualKeyMsMax } from "./wedge.rules.ts";

/** Its signs are on other keys of most other keyboards than the US one. */
export const layoutCode = "ASBUILT-zyZY_/@#";

const separator = "\u001d";
const gs1Parts = ["010952123454321310LOT7", "21S42"] as const;
const gs1Code = gs1Parts.join(separator);

/** The same code by its elements, as a symbol is made of it. */
export const gs1Elements = "(01)09521234543213(10)LOT7(21)S42";

/** The properties of a scanner, as far as codes of the set-up sheet have shown them. */
export interface Findings {
  readonly msPerKey?: number;
  readonly suffix?: Scan["suffix"];
  readonly prefix?: ScanSettings["prefix"];
  /** Undefined while its code was not scanned; "other" if neither layout reads it. */
  readonly layout?: Layout | "other";
  readonly hasSeparator?: boolean;
  readonly hasAim?: boolean;
}

/** Adds to the findings what a scan shows. Returns undefined for a code that is not of the sheet. */
export function findingsWith(
  findings: Findings,
  scan: Scan,
  prefix: ScanSettings["prefix"],
): Findings | undefined {
  const shown = layoutFinding(scan) ?? separatorFinding(scan);
  if (!shown) return undefined;
  return {
    ...findings,
    ...shown,
    msPerKey: Math.max(findings.msPerKey ?? 0, scan.msPerKey),
    suffix: scan.suffix,
    prefix,
  };
}

function layoutFinding({ codes }: Scan): Findings | undefined {
  if (codes.host.endsWith(layoutCode)) return { layout: "host" };
  if (codes.us.endsWith(layoutCode)) return { layout: "us" };
  return Object.values(codes).some((code) => /asbuilt/i.test(code))
    ? { layout: "other" }
    : undefined;
}

function separatorFinding({ codes }: Scan): Findings | undefined {
  const code = Object.values(codes).find((read) =>
    read.replaceAll(separator, "").endsWith(gs1Parts.join("")),
  );
  if (code === undefined) return undefined;
  return { hasSeparator: code.endsWith(gs1Code), hasAim: aimIdentifierOf(code) !== undefined };
}

/** The slowest scanner whose keys can still be told from those of a person. */
const keyMsMost = 100;
/** A scanner is not always as quick as it was here. */
const margin = 1.5;

/** Returns the settings for a scanner with these properties. */
export function settingsFor({ msPerKey, suffix, prefix, layout }: Findings): Partial<ScanSettings> {
  const wanted = Math.round((msPerKey ?? 0) * margin);
  return {
    keyMsMax: Math.min(Math.max(wanted, usualKeyMsMax), keyMsMost),
    ...(suffix && { suffix }),
    ...(prefix && { prefix }),
    ...(layout && layout !== "other" && { layout }),
  };
}
