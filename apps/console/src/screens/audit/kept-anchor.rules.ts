/** The fields of a kept seal that a verification needs. */
export interface KeptAnchor {
  readonly id: number;
  readonly hash: string;
}

/** Reads a seal as it was copied or saved. Returns undefined for a text that is none. */
export function readKeptAnchor(text: string): KeptAnchor | undefined {
  try {
    const { id, hash } = Object(JSON.parse(text)) as Partial<KeptAnchor>;
    return Number.isSafeInteger(id) && typeof hash === "string" ? { id: id!, hash } : undefined;
  } catch {
    return undefined;
  }
}
