import type { Answer, OperationName } from "@asbuilt/client";

export type Attachment = Answer<"attachmentGet">;

/** The kinds of record that have attachments. */
export type AttachedEntity = Attachment["entity"];

/** The operations that a change of a record's attachments needs besides its own. */
const needed: Readonly<Partial<Record<AttachedEntity, OperationName>>> = {
  BomSlot: "bomSlotUpsert",
  Product: "productUpsert",
};

/** Whether a person may attach files to a record of a kind, or remove them from it. */
export function mayChange(
  may: (operation: OperationName) => boolean,
  operation: "attachmentUpload" | "attachmentRemove",
  entity: AttachedEntity,
): boolean {
  const other = needed[entity];
  return may(operation) && (other === undefined || may(other));
}

/** Whether a browser can show it. */
export const isPicture = ({ mediaType }: Pick<Attachment, "mediaType">): boolean =>
  mediaType.startsWith("image/");

/** Returns the size of a file as people say it, with its unit. */
export function sizeOf(bytes: number): { readonly value: number; readonly unit: string } {
  const { unit, of } = units.find((one) => bytes >= one.of)!;
  const value = bytes / of;
  return { value: value >= 100 ? Math.round(value) : Math.round(value * 10) / 10, unit };
}

const units = [
  { unit: "MB", of: 1e6 },
  { unit: "kB", of: 1e3 },
  { unit: "B", of: 1 },
];

/** The endings of the files that a person can choose. */
export const acceptedFiles = ".png,.jpg,.jpeg,.webp,.pdf,.txt,.csv,.json,.step,.stp";

/** The name of a picture that a camera has just taken: cameras give each the same one. */
export function nameOfPicture({ name, type }: Pick<File, "name" | "type">, now: Date): string {
  if (!/^image\.\w+$/i.test(name)) return name;
  const ending = type === "image/png" ? "png" : type === "image/webp" ? "webp" : "jpg";
  return `${now.toISOString().replaceAll(/[-:]|\.\d+/g, "")}.${ending}`;
}
