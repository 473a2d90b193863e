import { Trans, useLingui } from "@lingui/react/macro";
import { type ChangeEvent, useRef, useState } from "react";
import { useUpload } from "../client/content.ts";
import { ProblemNotice } from "../contract/problem-text.tsx";
import { Button } from "../ui/button.tsx";
import { Field } from "../ui/field.tsx";
import { type AttachedEntity, acceptedFiles, nameOfPicture } from "./attachment.rules.ts";

interface UploadFormProps {
  readonly entity: AttachedEntity;
  readonly entityID: number;
}

/** Attaches a file that a person chooses, or a picture that the camera of a tablet takes. */
export function UploadForm({ entity, entityID }: UploadFormProps) {
  const { t } = useLingui();
  const [description, setDescription] = useState("");
  const { mutate, isPending, error } = useUpload();
  const upload = (file: File) => {
    const said = description.trim();
    const fileName = nameOfPicture(file, new Date());
    const query = { entity, entityID, fileName, ...(said === "" ? {} : { description: said }) };
    mutate({ query, body: file }, { onSuccess: () => setDescription("") });
  };
  return (
    <div className="form">
      <Field label={t`Description`} hint={t`What the file shows. It can stay empty.`}>
        {(connected) => (
          <input
            {...connected}
            autoComplete="off"
            maxLength={2000}
            value={description}
            onChange={({ target }) => setDescription(target.value)}
          />
        )}
      </Field>
      <div className="row">
        <FileButton accept={acceptedFiles} isBusy={isPending} onFile={upload}>
          <Trans>Attach a file</Trans>
        </FileButton>
        <span className="by-touch">
          <FileButton accept="image/*" capture="environment" isBusy={isPending} onFile={upload}>
            <Trans>Take a picture</Trans>
          </FileButton>
        </span>
      </div>
      {error ? <ProblemNotice error={error} /> : undefined}
    </div>
  );
}

interface FileButtonProps {
  readonly accept: string;
  readonly capture?: "environment";
  readonly isBusy: boolean;
  readonly onFile: (file: File) => void;
  readonly children: React.ReactNode;
}

/** A button that opens the browser's own choice of a file, or the camera. */
function FileButton({ accept, capture, isBusy, onFile, children }: FileButtonProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0];
    if (file) onFile(file);
    // The same file can be chosen again.
    target.value = "";
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        {...(capture ? { capture } : {})}
        onChange={choose}
      />
      <Button disabled={isBusy} onClick={() => input.current?.click()}>
        {children}
      </Button>
    </>
  );
}
