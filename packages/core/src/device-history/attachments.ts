import type { Row } from "../engine/index.ts";
import { toLoggedChange } from "../history/change.ts";
import type { RecordedChange } from "./changes.ts";

/** An attachment as the change that uploaded it shows it. */
export interface RecordedAttachment extends Pick<
  Row<"Attachment">,
  "id" | "entityId" | "fileName" | "mediaType" | "size" | "sha256" | "description" | "createdAt"
> {
  readonly entity: "MaterialItem" | "WorksOrder";
}

/** Returns the attachments that changes leave at their records, in the order of their uploads. */
export function attachmentsIn(changes: readonly RecordedChange[]): readonly RecordedAttachment[] {
  const found = new Map<number, RecordedAttachment>();
  for (const change of changes.filter(({ entity }) => entity === "Attachment")) {
    const { action, entityId: id } = change;
    if (action === "removed") found.delete(id);
    // The log has all columns of a record that was created.
    else found.set(id, { ...(toLoggedChange(change).after as unknown as RecordedAttachment), id });
  }
  return [...found.values()];
}
