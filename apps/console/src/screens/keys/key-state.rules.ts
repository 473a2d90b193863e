/** Whether a key lets anyone in: one that was revoked or has expired does not. */
export type KeyState = "valid" | "unused" | "expired" | "revoked";

interface KeyTimes {
  readonly revokedAt: string | null;
  readonly expiresAt: string | null;
  readonly lastUsedAt?: string | null;
}

export function keyStateOf({ revokedAt, expiresAt, lastUsedAt }: KeyTimes, now: number): KeyState {
  if (revokedAt !== null) return "revoked";
  if (expiresAt !== null && Date.parse(expiresAt) <= now) return "expired";
  return lastUsedAt === null ? "unused" : "valid";
}
