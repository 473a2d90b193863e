import { and, eq, inArray, isNull } from "drizzle-orm";
import type { Bound } from "../database/bound.ts";
import type { Logged } from "../database/executor.ts";
import { each, given, query } from "../database/query.ts";
import {
  attachment,
  type AttachedEntity,
  bomSlot,
  materialItem,
  product,
  worksOrder,
} from "../database/schema/index.ts";
import { statement } from "../database/statement.ts";
import {
  type Assertion,
  type Attribution,
  type Change,
  type Context,
  create,
  relyOn,
  type Revision,
  type RowsOf,
  storedFields,
  update,
  verb,
} from "../engine/index.ts";
import { Refusal } from "../refusal.ts";
import { type Attachment, selectAttachments } from "./attachment.ts";
import { closedTo, requireOpen } from "./rights.ts";
import type { Content } from "./store.ts";

/** A file that was received, and the record that it belongs to. */
export interface UploadInput extends Content {
  readonly entity: AttachedEntity;
  readonly entityID: number;
  readonly fileName: string;
  readonly mediaType: string;
  readonly description?: string | undefined;
}

/** The most attachments of a record: a page shows all of them. */
const attachmentsMax = 200;

type Owned = typeof bomSlot | typeof materialItem | typeof product | typeof worksOrder;

const revisionsIn = (table: () => Owned) =>
  statement(() =>
    query
      .select({ id: table().id, revNo: table().revNo })
      .from(table())
      .where(inArray(table().id, each("ids"))),
  );

const owners: Readonly<Record<AttachedEntity, ReturnType<typeof revisionsIn>>> = {
  BomSlot: revisionsIn(() => bomSlot),
  MaterialItem: revisionsIn(() => materialItem),
  Product: revisionsIn(() => product),
  WorksOrder: revisionsIn(() => worksOrder),
};

/** The nouns of the records in sentences. */
const nouns: Readonly<Record<AttachedEntity, string>> = {
  BomSlot: "slot",
  MaterialItem: "item",
  Product: "product",
  WorksOrder: "works order",
};

/** The attachments that a record has now. */
export const attachmentsOf = statement(() =>
  selectAttachments().where(
    and(
      eq(attachment.entity, given("entity")),
      eq(attachment.entityId, given("entityId")),
      isNull(attachment.removedAt),
    ),
  ),
);

// Without `advance`, requests are never decided together: there is one input.
const load = ([input]: readonly UploadInput[]) => {
  const { entity, entityID } = input!;
  const found: Bound<Revision> = owners[entity]({ ids: JSON.stringify([entityID]) });
  return { found, attached: attachmentsOf({ entity, entityId: entityID }) };
};

interface Decision {
  readonly asserts: readonly Assertion[];
  readonly stored: Attachment | undefined;
  readonly next: Attachment;
}

/** Decides an upload. Refuses `not_found` and `too_many`. */
function decide(
  { found, attached }: RowsOf<ReturnType<typeof load>>,
  input: UploadInput,
  { at, userId }: Attribution,
): Decision {
  const { entity, entityID, fileName, mediaType, size, sha256, description = null } = input;
  const [owner] = found;
  if (!owner) {
    throw new Refusal("not_found", `No ${nouns[entity]} has the id ${entityID}.`);
  }
  const stored = attached.find((one) => one.sha256 === sha256);
  if (!stored && attached.length >= attachmentsMax) {
    throw new Refusal(
      "too_many",
      `The ${nouns[entity]} has ${attachmentsMax} attachments already.`,
      {
        members: { limit: attachmentsMax },
      },
    );
  }
  const made = { id: 0, revNo: 1, entity, entityId: entityID, createdAt: at, removedAt: null };
  const content = { fileName, mediaType, size, sha256, description };
  // Items are never deleted: a Build of one meanwhile is no reason to decide again.
  const asserts = entity === "MaterialItem" ? [] : [relyOn(entity, owner)];
  return { asserts, stored, next: stored ?? { ...made, ...content, userId: userId || null } };
}

const write = ({ stored, next }: Decision): Change[] => [
  stored
    ? update("Attachment", stored, {}, { action: "uploaded" })
    : create("Attachment", storedFields("Attachment", next), { action: "uploaded" }),
];

const answer = ({ next, stored }: Decision, [changed]: readonly Logged[]): Attachment => ({
  ...next,
  id: stored?.id ?? changed!.id,
});

const upload = verb({
  conflicts: {
    of: ["Attachment/Upload"],
    claims: { Attachment: "" },
    asserts: { BomSlot: "", Product: "", WorksOrder: "" },
  },
  load,
  decide,
  write,
  answer,
  // It was stored, as otherwise it is created.
  present: ({ stored }: Decision): Attachment => stored!,
});

/**
 * Attaches content that is kept already to a record. The same content is attached once: then the
 * attachment that the record has is returned. Refuses `forbidden`, `not_found` and `too_many`.
 */
export const uploadAttachment = Object.assign(
  async (context: Context, input: UploadInput): Promise<Attachment> => {
    requireOpen(closedTo(context.principal), input.entity);
    return upload(context, input);
  },
  { conflicts: upload.conflicts },
);
