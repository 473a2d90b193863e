import type { Answer } from "@asbuilt/client";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

/** A kind of record that a code or a name finds. */
type FoundKind = Answer<"scanResolve">["matches"][number]["kind"];

interface Found {
  readonly kind: FoundKind;
  readonly id: number;
  readonly name: string;
  readonly suid?: string | null;
}

/** Returns where the console shows a record. */
export const recordAddress = (found: Found): string => addresses[found.kind](found);

const addresses: Readonly<Record<FoundKind, (found: Found) => string>> = {
  MaterialItem: ({ id }) => `/items/${id}`,
  WorksOrder: ({ name }) => `/orders/${encodeURIComponent(name)}`,
  Product: ({ id }) => `/products/${id}`,
  Location: ({ suid }) =>
    suid ? `/items?location=${encodeURIComponent(suid)}` : "/reference/location",
  User: () => "/reference/user",
  WorkCentre: () => "/reference/workCentre",
  MaterialReason: () => "/reference/materialReason",
};

/** The name of each kind. */
export const kindNames: Readonly<Record<FoundKind, MessageDescriptor>> = {
  MaterialItem: msg`Item`,
  WorksOrder: msg`Works order`,
  Product: msg`Product`,
  Location: msg`Location`,
  User: msg`User`,
  WorkCentre: msg`Work centre`,
  MaterialReason: msg`Material reason`,
};
