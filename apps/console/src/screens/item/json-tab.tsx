import { Trans, useLingui } from "@lingui/react/macro";
import { Button } from "../../ui/button.tsx";
import { CopyButton } from "../../ui/copy.tsx";
import { Json } from "../../ui/json.tsx";
import { saveJson } from "../../ui/save-file.ts";
import type { Item } from "./item.ts";

/** The item's record as the service sends it. */
export function JsonTab({ item }: { readonly item: Item }) {
  const { t } = useLingui();
  return (
    <section className="card form">
      <div className="row">
        <CopyButton text={() => JSON.stringify(item, undefined, 2)}>
          <Trans>Copy</Trans>
        </CopyButton>
        <Button onClick={() => saveJson(`${item.visualSerialNo}.json`, item)}>
          <Trans>Save as a file</Trans>
        </Button>
      </div>
      <Json label={t`Record as JSON`} value={item} />
    </section>
  );
}
