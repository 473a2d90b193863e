import { index, integer, text } from "drizzle-orm/sqlite-core";
import { signatureMeaning, user } from "./catalog.ts";
import { instant, recordColumns, reference } from "./columns.ts";
import { table } from "./table.ts";

/** How the signer was known: by a fresh sign-in, or by a PIN. */
export type SigningMethod = "session" | "pin";

/** The signatures of people under one revision of a record. Rows are never changed or deleted. */
export const signature = table(
  "signature",
  () => ({
    ...recordColumns(),
    /** The record and its revision that is signed. */
    entity: text("entity").notNull(),
    entityId: integer("entity_id").notNull(),
    signedRevNo: integer("signed_rev_no").notNull(),
    /** The digest of that revision's row of the log, as its seal has it. */
    digest: text("digest").notNull(),
    meaningId: reference("meaning_id", () => signatureMeaning.id).notNull(),
    /** The names of the meaning and of the signer as they were then. */
    meaning: text("meaning").notNull(),
    userId: reference("user_id", () => user.id).notNull(),
    signer: text("signer").notNull(),
    /** JSON array: the roles that the signer acted with. */
    roles: text("roles", { mode: "json" }).$type<readonly string[]>().notNull(),
    method: text("method").$type<SigningMethod>().notNull(),
    at: instant("at").notNull(),
    comment: text("comment"),
  }),
  (columns) => [
    index("signature_record").on(columns.entity, columns.entityId, columns.signedRevNo),
    index("signature_user").on(columns.userId),
    index("signature_meaning_used").on(columns.meaningId),
  ],
);
