import { Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useSaveContent } from "../client/content.ts";
import { useRead } from "../client/queries.ts";
import { ProblemNotice } from "../contract/problem-text.tsx";
import { useMay } from "../session/session.tsx";
import { Button } from "../ui/button.tsx";
import { Empty, Waiting } from "../ui/page.tsx";
import { Moment, Quantity } from "../ui/values.tsx";
import {
  type AttachedEntity,
  type Attachment,
  isPicture,
  mayChange,
  sizeOf,
} from "./attachment.rules.ts";
import { Picture } from "./picture.tsx";
import { RemoveDialog } from "./remove-dialog.tsx";
import { UploadForm } from "./upload-form.tsx";
import "./attachment.css";

interface AttachmentsProps {
  readonly entity: AttachedEntity;
  readonly entityID: number;
}

/** The files of a record, and what a person may do with them. */
export function Attachments({ entity, entityID }: AttachmentsProps) {
  const { t } = useLingui();
  const may = useMay();
  const found = useRead("attachmentList", { body: { entity, entityID } });
  const [removed, setRemoved] = useState<Attachment>();
  const mayRemove = mayChange(may, "attachmentRemove", entity);
  if (found.error) return <ProblemNotice error={found.error} />;
  if (!found.data) return <Waiting />;
  return (
    <section className="attachments" aria-label={t`Attachments`}>
      {mayChange(may, "attachmentUpload", entity) ? (
        <UploadForm entity={entity} entityID={entityID} />
      ) : undefined}
      {found.data.length === 0 ? (
        <Empty>
          <Trans>Nothing is attached.</Trans>
        </Empty>
      ) : (
        <ul className="attachment-list">
          {found.data.map((one) => (
            <Card
              key={one.id}
              attachment={one}
              onRemove={mayRemove ? () => setRemoved(one) : undefined}
            />
          ))}
        </ul>
      )}
      {removed ? (
        <RemoveDialog attachment={removed} onClose={() => setRemoved(undefined)} />
      ) : undefined}
    </section>
  );
}

interface CardProps {
  readonly attachment: Attachment;
  readonly onRemove: (() => void) | undefined;
}

function Card({ attachment, onRemove }: CardProps) {
  const { t } = useLingui();
  const { fileName, description, size, createdAt } = attachment;
  const { save, error, isPending } = useSaveContent(attachment);
  const { value, unit } = sizeOf(size);
  return (
    <li className="card attachment">
      {isPicture(attachment) ? <Picture attachment={attachment} /> : undefined}
      <strong>{fileName}</strong>
      {description ? <p>{description}</p> : undefined}
      <p className="soft">
        <Quantity value={value} unit={unit} /> · <Moment at={createdAt} />
      </p>
      {error ? <ProblemNotice error={error} /> : undefined}
      <div className="row">
        <Button disabled={isPending} aria-label={t`Download ${fileName}`} onClick={save}>
          <Trans>Download</Trans>
        </Button>
        {onRemove ? (
          <Button kind="danger" aria-label={t`Remove ${fileName}`} onClick={onRemove}>
            <Trans>Remove</Trans>
          </Button>
        ) : undefined}
      </div>
    </li>
  );
}
