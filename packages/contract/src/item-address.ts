import { filled, id, textBytes } from "./fields.ts";

/** An item is addressed by its id or by its serial; by both, it must have both. */
export const itemAddress = () => ({
  id: id().optional(),
  visualSerialNo: filled(textBytes(400)).optional().meta({ description: "Not case sensitive." }),
});

/** Whether an item is addressed at all, and what is said where it is not. */
export const isAddressed = (sent: {
  id?: number | undefined;
  visualSerialNo?: string | undefined;
}) => sent.id !== undefined || sent.visualSerialNo !== undefined;
export const unaddressed = { error: "id or visualSerialNo is required." };
