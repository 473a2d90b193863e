import { useRead } from "../client/queries.ts";
import { useMay } from "../session/session.tsx";
import { isPicture } from "./attachment.rules.ts";
import { Picture } from "./picture.tsx";
import "./attachment.css";

/** The pictures of a slot's instruction. Without the network, the text alone is there. */
export function SlotPictures({ bomSlotID }: { readonly bomSlotID: number }) {
  const may = useMay();
  const mayRead = may("attachmentList") && may("attachmentContent");
  const call = { body: { entity: "BomSlot", entityID: bomSlotID } as const };
  const { data = [] } = useRead("attachmentList", call, mayRead);
  return data.filter(isPicture).map((one) => <Picture key={one.id} attachment={one} />);
}
