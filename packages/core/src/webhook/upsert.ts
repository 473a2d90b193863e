import type { Logged } from "../database/executor.ts";
import {
  type Attribution,
  type Change,
  create,
  differences,
  insertPart,
  own,
  removePart,
  type RowsOf,
  storedFields,
  update,
  updatePart,
  verb,
} from "../engine/index.ts";
import { requeued } from "./delivery.ts";
import { requireWebhook, type Webhook, webhooksById } from "./webhook.ts";

/**
 * The time for which a replaced secret still signs next to the new one, so that receivers can
 * change over. It ends early if the secret is replaced again.
 */
const rotationMs = 24 * 3_600_000;

/** Absent fields stay as they are, and null clears. A new webhook needs a url and a secret. */
export interface UpsertWebhookInput {
  readonly id?: number | undefined;
  /** The revision that was read; without it, the webhook is updated as it is. */
  readonly revNo?: number | undefined;
  readonly url?: string | undefined;
  readonly description?: string | null | undefined;
  readonly types?: readonly string[] | null | undefined;
  readonly isActive?: boolean | null | undefined;
  /** A new secret: the first one of a new webhook, else it replaces the current one. */
  readonly secret?: string | undefined;
}

/** The webhook, and its new secret if one was sent. */
export interface UpsertedWebhook {
  readonly webhook: Webhook;
  readonly secret: string | undefined;
}

const load = (inputs: readonly UpsertWebhookInput[]) => ({
  webhooks: webhooksById({ ids: JSON.stringify(inputs.flatMap(({ id }) => id ?? [])) }),
});

interface Decision {
  readonly asserts: readonly [];
  readonly before: Webhook | null;
  readonly after: Webhook;
  readonly secret: string | undefined;
  readonly at: number;
}

/** A webhook before its creation. */
const blankWebhook = {
  id: 0,
  revNo: 0,
  url: "",
  description: null,
  types: null,
  isActive: true,
  pending: 0,
  behind: 0,
  dead: 0,
  error: null,
};

/** Decides an upsert. Refuses `not_found` and `stale_revision`. */
function decide(
  { webhooks }: RowsOf<ReturnType<typeof load>>,
  input: UpsertWebhookInput,
  { at }: Attribution,
): Decision {
  const { id, revNo } = input;
  const before = id === undefined ? null : requireWebhook(webhooks, { id, revNo });
  const was = before ?? { ...blankWebhook, createdAt: at };
  const { url, description, types, isActive, secret } = input;
  const after = {
    ...was,
    revNo: was.revNo + 1,
    url: url ?? was.url,
    description: description === undefined ? was.description : description,
    types: types === undefined ? was.types : types,
    isActive: isActive ?? was.isActive,
  };
  return { asserts: [], before, after, secret, at };
}

function write({ before, after, secret, at }: Decision): Change[] {
  if (!before) {
    const webhookId = own.id;
    const unlogged = [
      insertPart("webhookSecret", { webhookId, secret: secret!, isCurrent: true, expiresAt: null }),
      insertPart("webhookProgress", { webhookId, seq: own.seq, leaseOwner: "", leaseUntil: 0 }),
    ];
    return [create("Webhook", storedFields("Webhook", after), { action: "created", unlogged })];
  }
  const webhookId = before.id;
  const unlogged = [
    ...(secret === undefined
      ? []
      : [
          removePart("webhookSecret", { webhookId, isCurrent: false }),
          updatePart(
            "webhookSecret",
            { webhookId, isCurrent: true },
            { isCurrent: false, expiresAt: at + rotationMs },
          ),
          insertPart("webhookSecret", { webhookId, secret, isCurrent: true, expiresAt: null }),
        ]),
    // Events that have waited since it was deactivated get all their attempts again.
    ...(after.isActive && !before.isActive
      ? (["pending", "waiting"] as const).map((state) =>
          updatePart("webhookDelivery", { webhookId, state }, { state: requeued, attempts: 0 }),
        )
      : []),
  ];
  return [
    update("Webhook", before, differences("Webhook", before, after), {
      action: "updated",
      detail: secret === undefined ? undefined : { secret: "replaced" },
      unlogged,
    }),
  ];
}

const answer = ({ after, secret }: Decision, [logged]: readonly Logged[]): UpsertedWebhook => ({
  webhook: { ...after, id: logged!.id },
  secret,
});

/** Creates or updates a webhook. A new one receives the events after its creation. */
export const upsertWebhook = verb({
  conflicts: { of: ["Webhook/Upsert"], claims: { Webhook: "" } },
  load,
  decide,
  write,
  answer,
  // Only an update can change nothing, and it has no new secret then.
  present: ({ before }) => ({ webhook: before!, secret: undefined }),
});
