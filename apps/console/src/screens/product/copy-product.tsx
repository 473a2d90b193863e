import { Trans, useLingui } from "@lingui/react/macro";
import { useNavigate } from "@tanstack/react-router";
import { useWrite } from "../../client/queries.ts";
import { FieldForm } from "../../contract/field-form.tsx";
import { requestFields } from "../../contract/fields.gen.ts";
import { Dialog } from "../../ui/dialog.tsx";
import type { Product } from "./product.ts";

interface CopyProductProps {
  readonly product: Product;
  readonly onClose: () => void;
}

const fields = requestFields.productCopy.filter(({ name }) => name !== "srcProductName");

/** Makes a product like another one, without its BoMs and stock. */
export function CopyProduct({ product, onClose }: CopyProductProps) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const copy = useWrite("productCopy");
  return (
    <Dialog title={t`Copy ${product.Name}`} onClose={onClose}>
      <p className="soft">
        <Trans>The copy has all fields and properties of this product. It has no BoM.</Trans>
      </p>
      <FieldForm
        fields={fields}
        initial={{}}
        submitLabel={t`Copy`}
        error={copy.error}
        isBusy={copy.isPending}
        onSubmit={(given) =>
          copy.mutate(
            // The form has read the values by the types of the contract.
            { body: { ...given, srcProductName: product.Name } as never },
            {
              onSuccess: ({ ID }) => {
                onClose();
                return navigate({ to: "/products/$id", params: { id: String(ID) } });
              },
            },
          )
        }
        onCancel={onClose}
      />
    </Dialog>
  );
}
