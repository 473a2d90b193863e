import { ProblemError } from "@asbuilt/client";

/** Returns whether the service has refused only for now: it did nothing, and can be asked again. */
export const isBusy = (error: unknown): boolean =>
  error instanceof ProblemError && [429, 503].includes(error.problem.status);

const retriesAt = new WeakMap<Error, number>();

/** Returns the milliseconds until a failed request is sent again, from `Retry-After`. */
export function retryDelayMs(error: Error): number {
  const wanted = error instanceof ProblemError ? error.response.headers.get("Retry-After") : null;
  const seconds = Number(wanted);
  const delayMs = seconds > 0 ? seconds * 1_000 : 1_000;
  retriesAt.set(error, Date.now() + delayMs);
  return delayMs;
}

/** Returns when the request that was refused so is sent again. */
export const retryAt = (refusal: Error | null | undefined): number | undefined =>
  refusal ? retriesAt.get(refusal) : undefined;

const triesMax = 5;

/** Sends again, after the time that the service asks to wait, what it was too busy to accept. */
export async function sendPatiently<Sent>(send: () => Promise<Sent>): Promise<Sent> {
  for (let tries = 1; ; tries++) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof Error) || !isBusy(error) || tries === triesMax) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryDelayMs(error)));
    }
  }
}

const attempts = new Set<AbortController>();

/**
 * Sends a request that takes effect once, however often it is sent: its call has an
 * Idempotency-Key. `sendPendingAgain` sends it again without waiting for the first response.
 */
export async function sendOnce<Sent>(send: (signal: AbortSignal) => Promise<Sent>): Promise<Sent> {
  const attempt = new AbortController();
  attempts.add(attempt);
  try {
    return await send(attempt.signal);
  } catch (error) {
    if (!attempt.signal.aborted) throw error;
  } finally {
    attempts.delete(attempt);
  }
  return sendOnce(send);
}

/** Gives up waiting for the responses to all writes, and sends them again under their keys. */
export function sendPendingAgain(): void {
  for (const attempt of attempts) attempt.abort();
}
