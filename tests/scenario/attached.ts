import type { Plant } from "#plant";
import type { RequestOptions } from "../plants/requests.ts";

/** Where an upload goes, and under which name. */
export interface UploadFields {
  readonly entity: string;
  readonly entityID: number;
  readonly fileName?: string;
  readonly description?: string;
}

/** A picture of a few bytes, as its first bytes say. Another number makes another picture. */
export const picture = (number: number, size = 64): Uint8Array => {
  const bytes = new Uint8Array(size);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  new DataView(bytes.buffer).setUint32(8, number);
  return bytes;
};

export const textBytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Sends a file. */
export const uploadTo = (
  plant: Plant,
  { fileName = "weld.png", ...fields }: UploadFields,
  bytes: Uint8Array,
  { headers, ...options }: RequestOptions = {},
) => {
  const all = { ...fields, entityID: String(fields.entityID), fileName };
  return plant.post(`/api/Attachment/Upload?${new URLSearchParams(all).toString()}`, bytes, {
    ...options,
    headers: {
      "Content-Type": "application/octet-stream",
      "Content-Length": String(bytes.length),
      ...headers,
    },
  });
};

/** Returns the SHA-256 of bytes in hexadecimal. */
export async function digestOf(bytes: Uint8Array): Promise<string> {
  // The DOM's type of bytes excludes shared memory, which these are not.
  const digest = await crypto.subtle.digest("SHA-256", bytes as Uint8Array<ArrayBuffer>);
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
