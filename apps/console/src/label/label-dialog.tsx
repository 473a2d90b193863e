import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useEffect, useState } from "react";
import { useRead } from "../client/queries.ts";
import { ProblemNotice } from "../contract/problem-text.tsx";
import { saveFile } from "../ui/save-file.ts";
import { Button } from "../ui/button.tsx";
import { Dialog } from "../ui/dialog.tsx";
import { Field } from "../ui/field.tsx";
import { Empty, Waiting } from "../ui/page.tsx";
import { LabelFace } from "./label-face.tsx";
import { keepLabelChoice, keptLabelChoice, type LabelChosen } from "./label-choice.ts";
import { LabelSheet } from "./label-sheet.tsx";
import type { LabelTemplate } from "./label-template.ts";
import { type ItemToLabel, useItemLabels } from "./use-item-labels.ts";
import type { LabelValues } from "./fill.rules.ts";
import { filledZpl } from "./zpl.rules.ts";

interface LabelDialogProps {
  readonly items: readonly ItemToLabel[];
  /** Prints with the last choice, without waiting for a person. */
  readonly isImmediate?: boolean;
  readonly onClose: () => void;
}

/** Prints the labels of items, or saves them for a printer that takes ZPL. */
export function LabelDialog({ items, isImmediate = false, onClose }: LabelDialogProps) {
  const { t } = useLingui();
  const templates = useRead("labelTemplateList", {
    body: { isActive: true },
    query: { limit: 1000 },
  });
  const { labels, error = templates.error } = useItemLabels(items);
  const usable = templates.data?.filter(({ kind }) => kind === "item");
  return (
    <Dialog title={t`Labels`} onClose={onClose}>
      {error ? <ProblemNotice error={error} /> : undefined}
      {!error && (!labels || !usable) ? <Waiting /> : undefined}
      {labels && usable?.length === 0 ? (
        <Empty>
          <Trans>
            There is no label template for items. An administrator makes one in the reference data.
          </Trans>
        </Empty>
      ) : undefined}
      {labels && usable && usable.length > 0 ? (
        <LabelChoice
          templates={usable}
          labels={labels}
          isImmediate={isImmediate}
          onClose={onClose}
        />
      ) : undefined}
      <div className="form-actions">
        <Button onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      </div>
    </Dialog>
  );
}

interface LabelChoiceProps {
  readonly templates: readonly LabelTemplate[];
  readonly labels: readonly LabelValues[];
  readonly isImmediate: boolean;
  readonly onClose: () => void;
}

const copiesMax = 100;

function LabelChoice({ templates, labels, isImmediate, onClose }: LabelChoiceProps) {
  const [choice, setChoice] = useState(keptLabelChoice);
  const template = templates.find(({ id }) => id === choice.templateID) ?? templates[0]!;
  const choose = (changed: Partial<LabelChosen>) => {
    const chosen = { ...choice, ...changed };
    setChoice(chosen);
    keepLabelChoice(chosen);
  };
  useEffect(() => {
    if (!isImmediate) return;
    print();
    onClose();
    // oxlint-disable-next-line react/exhaustive-deps -- the labels are rendered, and printed once
  }, []);
  const save = () => {
    const { zpl } = template;
    if (zpl === null) return;
    const text = labels.map((values) => filledZpl(zpl, values, choice.copies)).join("\n");
    saveFile("labels.zpl", "text/plain", text);
  };
  return (
    <>
      <LabelChoiceFields
        templates={templates}
        template={template}
        copies={choice.copies}
        onChoose={choose}
      />
      <p>
        <Plural value={labels.length} one="# label. This is it:" other="# labels. The first one:" />
      </p>
      <div className="label-preview">
        <LabelFace template={template} values={labels[0]!} />
      </div>
      <div className="row">
        <Button kind="main" onClick={() => print()}>
          <Trans>Print</Trans>
        </Button>
        {template.zpl === null ? undefined : (
          <Button onClick={save}>
            <Trans>Save as ZPL</Trans>
          </Button>
        )}
      </div>
      <LabelSheet template={template} labels={labels} copies={choice.copies} />
    </>
  );
}

interface LabelChoiceFieldsProps {
  readonly templates: readonly LabelTemplate[];
  readonly template: LabelTemplate;
  readonly copies: number;
  readonly onChoose: (changed: Partial<LabelChosen>) => void;
}

function LabelChoiceFields(props: LabelChoiceFieldsProps) {
  const { templates, template, copies, onChoose } = props;
  const { t } = useLingui();
  return (
    <>
      <Field label={t`Template`}>
        {(connected) => (
          <select
            {...connected}
            value={template.id}
            onChange={(event) => onChoose({ templateID: Number(event.target.value) })}
          >
            {templates.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label={t`Copies of each`}>
        {(connected) => (
          <input
            {...connected}
            type="number"
            min={1}
            max={copiesMax}
            value={copies}
            onChange={({ target }) =>
              onChoose({
                copies: Math.min(Math.max(Math.trunc(Number(target.value)) || 1, 1), copiesMax),
              })
            }
          />
        )}
      </Field>
    </>
  );
}
