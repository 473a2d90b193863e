import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useMay } from "../../session/session.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { BomForm } from "./bom-form.tsx";

/** A button that creates a BoM with its first version, a draft. */
export function NewBom({ parentProductName }: { readonly parentProductName?: string | undefined }) {
  const { t } = useLingui();
  const may = useMay();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  if (!may("bomUpsert")) return undefined;
  return (
    <>
      <Button kind="main" onClick={() => setOpen(true)}>
        <Trans>New BoM</Trans>
      </Button>
      {isOpen ? (
        <Dialog title={t`New BoM`} onClose={() => setOpen(false)}>
          <BomForm
            initial={{ isActive: true, ...(parentProductName ? { parentProductName } : {}) }}
            onSaved={({ id }) => navigate({ to: "/boms/$id", params: { id: String(id) } })}
            onCancel={() => setOpen(false)}
          />
        </Dialog>
      ) : undefined}
    </>
  );
}
