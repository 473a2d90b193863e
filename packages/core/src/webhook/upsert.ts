import type { Logged } from "../database/executor.ts";
import {
  type Attribution,
  type Change,
  type Context,
  create,
  differences,
  execute,
  insertPart,
  own,
  removePart,
  type RowsOf,
  storedFields,
  update,
  updatePart,
} from "../engine/index.ts";
import { requireWebhook, type Webhook, webhooksById } from "./webhook.ts";

/**
 * So long a secret that was replaced signs beside the new one, so that receivers can change over; no
 * longer than until the next one is replaced.
 */
const rotationMs = 24 * 3_600_000;

/** What is absent keeps; null clears. A new webhook needs its url and a secret. */
export interface UpsertWebhookInput {
  readonly id?: number | undefined;
  readonly url?: string | undefined;
  readonly description?: string | null | undefined;
  readonly types?: readonly string[] | null | undefined;
  readonly isActive?: boolean | null | undefined;
  /** A new secret: of a new webhook the first, else in the place of the current one. */
  readonly secret?: string | undefined;
}

/** The webhook, and the secret that it was given. */
export interface UpsertedWebhook {
  readonly webhook: Webhook;
  readonly secret: string | undefined;
}

/** Creates or updates a webhook. A new one is told of what happens from then on. */
export const upsertWebhook = (
  context: Context,
  input: UpsertWebhookInput,
): Promise<UpsertedWebhook> => execute(context, { load, decide, write, answer }, input);

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

/** A webhook that is not there yet. */
const blank = {
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

/** Decides an upsert. Refuses `not_found`. */
function decide(
  { webhooks }: RowsOf<ReturnType<typeof load>>,
  input: UpsertWebhookInput,
  { at }: Attribution,
): Decision {
  const before = input.id === undefined ? null : requireWebhook(webhooks, input.id);
  const was = before ?? { ...blank, createdAt: at };
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
    // What has waited since it was deactivated has all its time before it again.
    ...(after.isActive && !before.isActive
      ? (["pending", "waiting"] as const).map((state) =>
          updatePart("webhookDelivery", { webhookId, state }, { state: "anew", attempts: 0 }),
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
