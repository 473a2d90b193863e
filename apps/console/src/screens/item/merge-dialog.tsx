import { Plural, Trans, useLingui } from "@lingui/react/macro";
import { useState } from "react";
import { useWrite } from "../../client/queries.ts";
import { ProblemNotice } from "../../contract/problem-text.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { Field } from "../../ui/field.tsx";
import { Form } from "../../ui/form.tsx";
import { Quantity } from "../../ui/values.tsx";
import { CodeEntry } from "../stock/code-entry.tsx";
import type { Match } from "../stock/find-code.ts";
import { useCodeWork } from "../stock/use-code-work.ts";
import type { Item } from "./item.ts";

interface MergeDialogProps {
  readonly item: Item;
  readonly onClose: () => void;
}

/** Puts the whole stock of items, which are scanned or typed, into one item. */
export function MergeDialog({ item, onClose }: MergeDialogProps) {
  const { t } = useLingui();
  const write = useWrite("materialItemMerge");
  const [from, setFrom] = useState<readonly Match[]>([]);
  const [comment, setComment] = useState("");
  const work = useCodeWork({
    onLocation: () => undefined,
    onItem: (found) => {
      if (found.id === item.id) return t`${found.name} is the item that takes the others in.`;
      setFrom((items) => [...items.filter(({ id }) => id !== found.id), found]);
      return undefined;
    },
  });
  const submit = () =>
    write.mutate(
      { body: { id: item.id, from: from.map(({ id }) => ({ id })), comment: comment || null } },
      { onSuccess: onClose },
    );
  return (
    <Dialog title={t`Merge into ${item.visualSerialNo}`} onClose={onClose}>
      <p>
        <Trans>
          The whole stock of the items goes into {item.visualSerialNo}, and they are consumed.
        </Trans>
      </p>
      <CodeEntry work={work} />
      <Form onSubmit={submit}>
        <ItemsToMerge
          items={from}
          onLeaveOut={(left) => setFrom(from.filter(({ id }) => id !== left.id))}
        />
        <Field label={t`Comment`}>
          {(connected) => (
            <input
              {...connected}
              autoComplete="off"
              value={comment}
              onChange={(event) => setComment(event.target.value)}
            />
          )}
        </Field>
        {write.error ? <ProblemNotice error={write.error} fields={[]} /> : undefined}
        <div className="form-actions">
          <Button type="submit" kind="main" disabled={write.isPending || from.length === 0}>
            <Plural value={from.length} one="Merge # item" other="Merge # items" />
          </Button>
          <Button onClick={onClose}>
            <Trans>Cancel</Trans>
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

interface ItemsToMergeProps {
  readonly items: readonly Match[];
  readonly onLeaveOut: (item: Match) => void;
}

function ItemsToMerge({ items, onLeaveOut }: ItemsToMergeProps) {
  const { t } = useLingui();
  return (
    <ul className="matches" aria-label={t`Items to merge`}>
      {items.map((item) => (
        <li key={item.id} className="row">
          <span>
            {item.name}{" "}
            <span className="soft">
              {item.actualQty === null ? undefined : (
                <Quantity value={item.actualQty} unit={item.unit} />
              )}{" "}
              {item.location}
            </span>
          </span>
          <Button kind="plain" aria-label={t`Remove ${item.name}`} onClick={() => onLeaveOut(item)}>
            <Trans>Remove</Trans>
          </Button>
        </li>
      ))}
    </ul>
  );
}
