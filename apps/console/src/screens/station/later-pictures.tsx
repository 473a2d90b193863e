import { lazy, Suspense } from "react";

// A first scan does without them. If they can't be loaded, the text of the instruction is there.
const SlotPictures = lazy(() =>
  import("../../attachment/slot-pictures.tsx").catch(() => ({ default: () => [] })),
);

/** The pictures of a slot, once they are loaded. */
export const LaterPictures = ({ bomSlotID }: { readonly bomSlotID: number }) => (
  <Suspense>
    <SlotPictures bomSlotID={bomSlotID} />
  </Suspense>
);
