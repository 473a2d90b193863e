// The console itself reads commands only. The service reads GS1 elements and the names of records, in
// `Scan/Resolve`: a second parser here would be a second set of rules.

/** A printed command to the screen that gets it. */
export type Command =
  | { readonly name: "OK" | "UNDO" | "REMOVE" | "CANCEL" | "COMPLETE" | "NEXT" }
  /** The quantity is a decimal with a point, or a whole number, as it is printed. */
  | { readonly name: "QTY"; readonly quantity: string }
  /** The record is named by its SUID. */
  | { readonly name: "REASON" | "LOCATION"; readonly suid: string };

export const commandPrefix = "$AB:";

const plainNames = ["OK", "UNDO", "REMOVE", "CANCEL", "COMPLETE", "NEXT"] as const;

const aimIdentifier = /^\][A-Za-z][0-9A-Za-z]/;

/** Returns the AIM identifier that a scanner puts before a code, such as `]d2`. */
export const aimIdentifierOf = (code: string): string | undefined => aimIdentifier.exec(code)?.[0];

/** Tells whether a code is meant as a command, even if there is no such command. */
export const isCommand = (code: string): boolean =>
  withoutAim(code).toUpperCase().startsWith(commandPrefix);

/** Returns the command of a code. Undefined for another code, or if there is no such command. */
export function commandOf(code: string): Command | undefined {
  if (!isCommand(code)) return undefined;
  const [name = "", ...rest] = withoutAim(code).slice(commandPrefix.length).trim().split(":");
  const argument = rest.join(":").trim();
  const upper = name.toUpperCase();
  if (upper === "QTY") {
    return /^\d{1,9}(\.\d{1,6})?$/.test(argument) ? { name: upper, quantity: argument } : undefined;
  }
  if (upper === "REASON" || upper === "LOCATION") {
    return argument === "" ? undefined : { name: upper, suid: argument };
  }
  const plain = plainNames.find((known) => known === upper);
  return plain && argument === "" ? { name: plain } : undefined;
}

/** Returns the text that is printed for a command. */
export function commandText(command: Command): string {
  if (command.name === "QTY") return `${commandPrefix}QTY:${command.quantity}`;
  if (command.name === "REASON" || command.name === "LOCATION") {
    return `${commandPrefix}${command.name}:${command.suid}`;
  }
  return commandPrefix + command.name;
}

const withoutAim = (code: string): string => code.trim().replace(aimIdentifier, "");

/** A code with an AIM identifier or separators is no serial: only the service can read it. */
// oxlint-disable-next-line no-control-regex -- scanners send these characters
export const isPlainCode = (code: string): boolean => !/^\]|[\u0000-\u001F]/.test(code);

/** The names of the control characters that barcodes have. */
const controlNames: Readonly<Record<string, string>> = {
  "\u0002": "STX",
  "\u0003": "ETX",
  "\u0004": "EOT",
  "\u001c": "FS",
  "\u001d": "GS",
  "\u001e": "RS",
  "\u001f": "US",
};

/** Returns a code as it can be shown: with a name for each control character. */
export const visibleCode = (code: string): string =>
  // oxlint-disable-next-line no-control-regex -- they are what is looked for
  code.replaceAll(/[\u0000-\u001f]/g, (sign) => `<${controlNames[sign] ?? sign.charCodeAt(0)}>`);
