/**
 * Compresses bytes as raw DEFLATE (RFC 1951) with a preset dictionary. Each runtime can have its own
 * way: all are read by the same.
 */
export type Deflate = (bytes: Uint8Array, dictionary: Uint8Array) => Uint8Array;
