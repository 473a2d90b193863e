/** A person, or a machine by the id of its client, as a directory knows them. */
export interface Person {
  readonly name: string;
  readonly groups: readonly string[];
  /** Whether the directory has retired the person. */
  readonly isGone?: boolean;
}

/** A token to sign. */
export interface Signing {
  /** A claim that is null is left out. */
  readonly claims: Readonly<Record<string, unknown>>;
  /** Who signs: another one has the same kid, `public-key` uses the public key as a shared secret. */
  readonly by?: "directory" | "somebody" | "nobody" | "public-key";
  readonly header?: Readonly<Record<string, unknown>>;
  /** The time, in milliseconds, and the seconds since then and from then. */
  readonly now?: number | undefined;
  readonly age?: number;
  readonly life?: number;
}

/** An event that a test has happen to a directory. Without an issuer, a new one opens. */
export type DirectoryOrder =
  | { readonly open: true; readonly redirectUri?: string }
  /** Puts a person before each browser that does not say who it is. */
  | { readonly issuer: string; readonly atDesk: string }
  | { readonly issuer: string; readonly people: Readonly<Record<string, Person>> }
  | { readonly issuer: string; readonly down: boolean }
  /** Gives it a new key, by its kid. It keeps the others unless it drops them. */
  | { readonly issuer: string; readonly rotate: string; readonly drops?: boolean }
  | { readonly issuer: string; readonly sign: Signing };

/** A directory, and the token that it has signed if that was the order. */
export interface Directory {
  readonly issuer: string;
  readonly token?: string;
}
