import { textOf, type TextFault } from "@asbuilt/table";
import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate, useSearch } from "@tanstack/react-router";
import { useState } from "react";
import { useFieldLabel } from "../../contract/field-form.tsx";
import { neededFirst } from "../../contract/field.ts";
import { useMay } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Field } from "../../ui/field.tsx";
import { Page } from "../../ui/page.tsx";
import { useTextFault } from "./fault-text.ts";
import { type ImportKind, importKinds, isOwnField } from "./kinds.ts";
import { ImportPreview } from "./preview.tsx";
import "./import.css";

/** A table that is to be checked. Each check is another one, also of the same text. */
interface Checked {
  readonly text: string;
  readonly count: number;
}

/** Reads rows of a spreadsheet, shows what each would do, and writes them. */
export function ImportScreen() {
  const { t } = useLingui();
  const may = useMay();
  const navigate = useNavigate();
  const { of } = useSearch({ from: "/import" });
  const kinds = importKinds.filter(({ operation }) => may(operation));
  const kind = kinds.find(({ file }) => file === of) ?? kinds[0];
  const [checked, setChecked] = useState<Checked>();
  const check = (text: string | undefined) =>
    setChecked((last) =>
      text === undefined ? undefined : { text, count: (last?.count ?? 0) + 1 },
    );
  const choose = (file: string) => {
    setChecked(undefined);
    void navigate({ to: "/import", search: { of: file }, replace: true });
  };
  if (!kind) return undefined;
  return (
    <Page title={t`Import`}>
      <div className="import">
        <Source kind={kind} kinds={kinds} onKind={choose} onCheck={check} />
        {checked ? (
          <ImportPreview key={`${kind.file} ${checked.count}`} kind={kind} text={checked.text} />
        ) : undefined}
      </div>
    </Page>
  );
}

interface SourceProps {
  readonly kind: ImportKind;
  readonly kinds: readonly ImportKind[];
  readonly onKind: (file: string) => void;
  /** Is called with the table, or with nothing while it changes. */
  readonly onCheck: (text: string | undefined) => void;
}

/** The text of the rows, and how a person gives it: as a spreadsheet's cells, or as a file. */
function useSource({ kind, kinds, onKind, onCheck }: SourceProps) {
  const [text, setText] = useState("");
  const [fault, setFault] = useState<TextFault>();
  const put = (next: string) => {
    setText(next);
    setFault(undefined);
    onCheck(undefined);
  };
  const open = async (file: File) => {
    const read = textOf(new Uint8Array(await file.arrayBuffer()));
    if ("fault" in read) {
      put("");
      return setFault(read.fault);
    }
    put(read.text);
    const named = kinds.find((one) => file.name.startsWith(`${one.file}.`));
    if (named && named !== kind) onKind(named.file);
    return onCheck(read.text);
  };
  return { text, fault, put, open };
}

/** Where the rows come from: a spreadsheet's cells, or a file. */
function Source(props: SourceProps) {
  const { kind, kinds, onKind, onCheck } = props;
  const { t, i18n } = useLingui();
  const { text, fault, put, open } = useSource(props);
  return (
    <form
      className="card form import-source"
      aria-label={t`Rows`}
      onSubmit={(event) => {
        event.preventDefault();
        onCheck(text);
      }}
    >
      <Field label={t`What the rows are`}>
        {(connected) => (
          <select {...connected} value={kind.file} onChange={({ target }) => onKind(target.value)}>
            {kinds.map(({ file, name }) => (
              <option key={file} value={file}>
                {i18n._(name)}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Columns kind={kind} />
      <Field
        label={t`Rows of a spreadsheet`}
        hint={t`Copy the cells there and paste them here. The first row names the columns.`}
      >
        {(connected) => (
          <textarea
            {...connected}
            rows={6}
            spellCheck={false}
            value={text}
            onChange={({ target }) => put(target.value)}
            onPaste={(event) => {
              if (text !== "") return;
              // The browser's own insertion of thousands of lines takes seconds.
              event.preventDefault();
              put(event.clipboardData.getData("text/plain"));
            }}
          />
        )}
      </Field>
      <FileInput fault={fault} onFile={open} />
      <div className="form-actions">
        <Button type="submit" kind="main" disabled={text.trim() === ""}>
          <Trans>Check the rows</Trans>
        </Button>
      </div>
    </form>
  );
}

interface FileInputProps {
  readonly fault: TextFault | undefined;
  readonly onFile: (file: File) => Promise<void>;
}

function FileInput({ fault, onFile }: FileInputProps) {
  const { t } = useLingui();
  const faultText = useTextFault();
  return (
    <Field label={t`Or a CSV file`} error={fault && faultText(fault)}>
      {(connected) => (
        <input
          {...connected}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          onChange={({ target }) => {
            const [file] = target.files ?? [];
            if (file) void onFile(file);
            // The same file can be chosen again after it was corrected.
            target.value = "";
          }}
        />
      )}
    </Field>
  );
}

/** The columns that a table can have, and a first row to copy. */
function Columns({ kind }: { readonly kind: ImportKind }) {
  const label = useFieldLabel();
  const fields = neededFirst(kind.fields.filter(({ name }) => !isOwnField(name)));
  const names = fields.map(({ name }) => label(name));
  return (
    <details>
      <summary>
        <Trans>Columns</Trans>
      </summary>
      <ul className="import-columns">
        {fields.map(({ name, isRequired }) => (
          <li key={name}>
            {isRequired ? <strong>{label(name)}</strong> : label(name)}{" "}
            <code className="soft">{name}</code>
          </li>
        ))}
      </ul>
      <p className="field-hint">
        <Trans>
          A new record needs those in bold. A cell that is empty leaves its field as it is.
        </Trans>
      </p>
      <CopyButton text={() => names.join("\t")}>
        <Trans>Copy as a first row</Trans>
      </CopyButton>
    </details>
  );
}
