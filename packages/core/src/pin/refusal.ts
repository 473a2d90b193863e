import { Refusal, type RefusalCode } from "../refusal.ts";

interface Facts {
  readonly code: Extract<RefusalCode, "pin_refused" | "pin_locked" | "pin_temporary">;
  readonly detail: string;
  /** Whose PIN was tried; undefined for an unknown badge. Only the security log has it. */
  readonly userId: number | undefined;
  /** The seconds after which the next guess is taken. */
  readonly retryAfterS?: number;
}

/** The refusal of a PIN that was found right, of a user who was changed since: maybe in the PIN. */
export const userChangedMeanwhile = () =>
  new Refusal("unavailable", "The user has just been changed. Repeat the request.");

/** The refusal of a PIN. */
export class PinRefusal extends Refusal {
  readonly userId: number | undefined;
  readonly retryAfterS: number | undefined;

  constructor({ code, detail, userId, retryAfterS }: Facts) {
    super(code, detail);
    this.userId = userId;
    this.retryAfterS = retryAfterS;
  }
}
