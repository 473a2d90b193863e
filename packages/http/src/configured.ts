// The form of what an app's configuration hands over, whichever runtime it is read on.

/** Whether a text may be the first administrator's key: long, and fit for a header. */
export const isAdminKey = (text: string): boolean => /^[\u0021-\u007e]{32,}$/.test(text);

/** Whether a text may be the secret of a sealing key: 32 bytes as base64. */
export const isSealKey = (text: string): boolean => /^[\w+/-]{43}=?$/.test(text);

/** Reads public keys (base64url) between commas; undefined where one of them is none. */
export const publicKeysIn = (text: string): string[] | undefined =>
  listIn(text, (key) => /^[\w-]{43}$/.test(key));

/** Reads origins between commas, of which `*` is any; undefined where one of them is none. */
export const originsIn = (text: string): string[] | undefined => listIn(text, isOrigin);

/** Whether a text is a URI, as the source of events must be. */
export const isUri = (text: string): boolean => /^\S+$/.test(text) && URL.canParse(text);

/** Whether identifiers of EPCIS may begin with a text: a URI that a path can follow. */
export const isEpcisBase = (text: string): boolean => isUri(text) && !/[?#]/.test(text);

function listIn(text: string, isOne: (part: string) => boolean): string[] | undefined {
  const parts = text.split(",").map((part) => part.trim());
  return parts.every(isOne) ? parts : undefined;
}

// A page's origin as a browser sends it: a path or a slash after it would match nothing.
const isOrigin = (text: string) =>
  text === "*" || (URL.canParse(text) && new URL(text).origin === text);
