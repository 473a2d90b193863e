import { Plural } from "@lingui/react/macro";
import { Link } from "@tanstack/react-router";
import { Chip } from "../ui/notice.tsx";
import { useSortedEntries } from "./use-outbox.ts";

/** Says how many writes are not sent yet, and how many a person has to settle. */
export function OutboxBadge() {
  const { waiting, stopped, toSettle, ofOthers } = useSortedEntries();
  const unsent = waiting.length + stopped.length;
  if (unsent + toSettle.length + ofOthers.length === 0) return undefined;
  return (
    <Link to="/outbox" className="outbox-badge" aria-live="polite">
      {unsent > 0 ? (
        <Chip meaning="caution">
          <Plural value={unsent} one="# not sent yet" other="# not sent yet" />
        </Chip>
      ) : undefined}
      {toSettle.length > 0 ? (
        <Chip meaning="bad">
          <Plural value={toSettle.length} one="# to settle" other="# to settle" />
        </Chip>
      ) : undefined}
      {ofOthers.length > 0 ? (
        <Chip>
          <Plural value={ofOthers.length} one="# of another person" other="# of other people" />
        </Chip>
      ) : undefined}
    </Link>
  );
}
