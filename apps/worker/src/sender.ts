import { callTimeoutMs, type Send, type Targets, whyNotUrl } from "@asbuilt/http";

/**
 * Returns a sender to other systems. A Worker can't see the address of a name: only the URL is
 * checked, and Cloudflare itself reaches no private network.
 */
export function workerSender(targets: Targets): Send {
  return async ({ url, headers, body }) => {
    try {
      const forbidden = await whyNotUrl(url, targets);
      if (forbidden !== undefined) return { error: forbidden };
      const response = await fetch(url, {
        method: "POST",
        headers,
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(callTimeoutMs),
      });
      // The body is never read, whatever its size.
      await response.body?.cancel();
      return { status: response.status };
    } catch (error) {
      return { error: `The receiver can't be reached: ${String(error)}` };
    }
  };
}
