import { useEffect } from "react";
import { onRefusals } from "../client/asbuilt.ts";
import { useSession } from "./session.tsx";

/**
 * Asks for a key again as soon as the service takes this sign-in no more: it was revoked, has expired
 * or was idle. Where another person has signed in with this browser meanwhile, that person continues.
 */
export function useRefusedKey(): void {
  const { asbuilt, forget, expire } = useSession();
  useEffect(() => {
    const stop = onRefusals(({ problem }, by) => {
      if (by !== asbuilt) return;
      const isOther = problem.code === "other_user";
      if (!isOther && problem.status !== 401) return;
      stop();
      // The sender is still told about the error.
      queueMicrotask(() => {
        if (!isOther) return expire();
        forget();
        location.reload();
      });
    });
    return stop;
  }, [asbuilt, forget, expire]);
}
