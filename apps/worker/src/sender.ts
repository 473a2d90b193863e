import { callTimeoutMs, type Send, type Targets, whyNotUrl } from "@asbuilt/http";

/**
 * Sends to other systems. A Worker does not see the address that a name stands for: what stands in
 * the URL is looked at, and Cloudflare itself reaches no private network.
 */
export function sender(targets: Targets): Send {
  return async ({ url, headers, body }) => {
    try {
      const forbidden = await whyNotUrl(url, targets);
      if (forbidden !== undefined) return { error: forbidden };
      const answer = await fetch(url, {
        method: "POST",
        headers,
        body,
        redirect: "manual",
        signal: AbortSignal.timeout(callTimeoutMs),
      });
      // Of what it says nothing is read, however much it is.
      await answer.body?.cancel();
      return { status: answer.status };
    } catch (error) {
      return { error: `The receiver can't be reached: ${String(error)}` };
    }
  };
}
