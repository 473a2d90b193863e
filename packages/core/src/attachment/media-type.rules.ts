/** A type of file that can be attached, and how its content begins. */
interface FileType {
  readonly mediaType: string;
  /** The endings of names, in lower case. */
  readonly endings: readonly string[];
  /** The first bytes; a number of each, or null for any. */
  readonly begins?: readonly (number | null)[];
  /** Whether the content is text: no byte of it is a control character. */
  readonly isText?: true;
  /** Whether that text is JSON in UTF-8. */
  readonly isJson?: true;
}

const bytesOf = (text: string): number[] => Array.from(text, (one) => one.charCodeAt(0));
const any = (count: number) => Array.from({ length: count }, () => null);

const fileTypes: readonly FileType[] = [
  {
    mediaType: "image/png",
    endings: ["png"],
    begins: [0x89, ...bytesOf("PNG"), 0x0d, 0x0a, 0x1a, 0x0a],
  },
  { mediaType: "image/jpeg", endings: ["jpg", "jpeg"], begins: [0xff, 0xd8, 0xff] },
  {
    mediaType: "image/webp",
    endings: ["webp"],
    begins: [...bytesOf("RIFF"), ...any(4), ...bytesOf("WEBP")],
  },
  { mediaType: "application/pdf", endings: ["pdf"], begins: bytesOf("%PDF-") },
  // ISO 10303-21: the models of parts that CAD programs exchange.
  { mediaType: "model/step", endings: ["step", "stp"], begins: bytesOf("ISO-10303-21;") },
  { mediaType: "text/plain", endings: ["txt"], isText: true },
  { mediaType: "text/csv", endings: ["csv"], isText: true },
  { mediaType: "application/json", endings: ["json"], isText: true, isJson: true },
];

const endings = fileTypes.flatMap((type) => type.endings);

/** The bytes that decide which binary type a content has. */
const headBytes = Math.max(...fileTypes.map(({ begins = [] }) => begins.length));

const beginsAs = ({ begins }: FileType, head: readonly number[]): boolean =>
  begins?.every((byte, at) => byte === null || byte === head[at]) === true;

/** Tab, line feed, form feed and carriage return: the control characters that texts have. */
const textControls: ReadonlySet<number> = new Set([0x09, 0x0a, 0x0c, 0x0d]);

/** The check of a content against its type, while its bytes arrive. */
export interface ContentCheck {
  readonly mediaType: string;
  /** Checks the next bytes. Returns why the content is not of its type. */
  next(bytes: Uint8Array): string | undefined;
  /** Checks the whole, after its last byte. */
  end(): string | undefined;
}

/**
 * Returns the check of the content of a file, by the ending of its name; undefined for a type that is
 * not accepted.
 */
export function checkOfContent(fileName: string): ContentCheck | undefined {
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? "";
  const type = fileTypes.find((one) => one.endings.includes(ending));
  if (!type) return undefined;
  const head: number[] = [];
  const json = type.isJson ? newJsonCheck() : undefined;
  const check = (bytes: Uint8Array) => {
    for (let at = 0; head.length < headBytes && at < bytes.length; at++) head.push(bytes[at]!);
    if (type.isText && bytes.some(isControl)) return whyNot(type, "it has control characters");
    return json && !json(bytes)
      ? whyNot(type, "it is no JSON object or array in UTF-8")
      : undefined;
  };
  const checkHead = () => {
    const other = fileTypes.find((one) => beginsAs(one, head));
    if (other ? other !== type : !type.isText) {
      return whyNot(type, other ? `it begins as ${other.mediaType}` : "it begins otherwise");
    }
    return undefined;
  };
  let isHeadChecked = false;
  return {
    mediaType: type.mediaType,
    next: (bytes) => {
      const fault = check(bytes);
      if (isHeadChecked || head.length < headBytes) return fault;
      isHeadChecked = true;
      return checkHead() ?? fault;
    },
    end: () =>
      checkHead() ?? (json?.() === false ? whyNot(type, "it is no whole JSON") : undefined),
  };
}

/** The refusal of a file by its name, in words. */
export const acceptedEndings = `The name of a file ends with one of ${endings.join(", ")}.`;

const isControl = (byte: number) => byte < 0x20 && !textControls.has(byte);

const whyNot = ({ mediaType }: FileType, why: string) =>
  `The content is not ${mediaType}, as the name of the file says: ${why}.`;

/**
 * Returns a check that takes the bytes of a text in pieces, and none at its end. It accepts UTF-8 that
 * begins and ends as an object or an array does: to parse 25 MiB would hold up all other requests.
 */
function newJsonCheck(): (bytes?: Uint8Array) => boolean {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let first = "";
  let last = "";
  return (bytes) => {
    try {
      const text = (bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode()).trim();
      first ||= text.slice(0, 1);
      if (text !== "") last = text.slice(-1);
    } catch {
      return false;
    }
    if (bytes) return first === "" || first === "{" || first === "[";
    return (first === "{" && last === "}") || (first === "[" && last === "]");
  };
}
