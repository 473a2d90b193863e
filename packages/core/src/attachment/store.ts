/** Content as a row names it. */
export interface Content {
  /** Its SHA-256 digest in hexadecimal. */
  readonly sha256: string;
  /** The number of its bytes. */
  readonly size: number;
}

/** Bytes that were received whole, and that nobody finds yet. */
export interface Received extends Content {
  /** Makes them the content of their digest. It is there durably once this resolves. */
  keep(): Promise<void>;
  /** Says that a row names them: otherwise what was kept is removed some time later. */
  settle(): Promise<void>;
  /** Removes them, unless they were kept. */
  discard(): Promise<void>;
}

/** How the content of a digest differs from what its row says. */
export type Flaw = "missing" | "altered";

/** The place of the content of attachments, by digest: the same bytes are there once. */
export interface AttachmentStore {
  /**
   * Receives a number of bytes, to a place of their own. If the bytes end with an error, nothing of
   * them is left, and the error is thrown.
   */
  receive(bytes: AsyncIterable<Uint8Array>, size: number): Promise<Received>;
  /** Returns the content of a digest; undefined if it is not there. */
  open(sha256: string): Promise<ReadableStream<Uint8Array> | undefined>;
  /** Returns the flaw of each content, in the order of the digests that are given. */
  inspect(contents: readonly Content[]): Promise<readonly (Flaw | undefined)[]>;
}
