import { Plural, Trans } from "@lingui/react/macro";
import { useState } from "react";
import { useSession } from "../session/session.tsx";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { useSortedEntries } from "./use-outbox.ts";

/** Signs out. It warns first if something is not sent: it then waits for the same person. */
export function SignOut() {
  const { signOut } = useSession();
  const { waiting, stopped } = useSortedEntries();
  const [isAsking, setAsking] = useState(false);
  const unsent = waiting.length + stopped.length;
  return (
    <>
      <Button onClick={() => (unsent > 0 ? setAsking(true) : signOut())}>
        <Trans>Sign out</Trans>
      </Button>
      {isAsking ? (
        <Dialog
          title={<Plural value={unsent} one="# not sent yet" other="# not sent yet" />}
          onClose={() => setAsking(false)}
        >
          <p>
            <Trans>
              What is not sent stays in this browser. It is sent only when the same key is signed in
              here again.
            </Trans>
          </p>
          <div className="form-actions">
            <Button kind="main" onClick={() => setAsking(false)}>
              <Trans>Stay signed in</Trans>
            </Button>
            <Button kind="danger" onClick={signOut}>
              <Trans>Sign out</Trans>
            </Button>
          </div>
        </Dialog>
      ) : undefined}
    </>
  );
}
