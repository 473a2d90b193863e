import { lazy, Suspense } from "react";
import { Waiting } from "../ui/page.tsx";
import type { ItemToLabel } from "./use-item-labels.ts";

// The encoders of symbols are as large as the rest of a screen.
const LabelDialog = lazy(async () => ({
  default: (await import("./label-dialog.tsx")).LabelDialog,
}));

interface ItemLabelsProps {
  readonly items: readonly ItemToLabel[];
  readonly isImmediate?: boolean;
  readonly onClose: () => void;
}

/** The dialog for the labels of items. */
export const ItemLabels = (props: ItemLabelsProps) => (
  <Suspense fallback={<Waiting />}>
    <LabelDialog {...props} />
  </Suspense>
);
