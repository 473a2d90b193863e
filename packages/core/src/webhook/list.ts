import { type Context, defineList, type Listing, type Page } from "../engine/index.ts";
import { webhook } from "../database/schema/index.ts";
import { selectWebhooks, type Webhook } from "./webhook.ts";

export interface WebhookFilter {
  readonly id?: number | undefined;
  readonly url?: string | undefined;
  readonly isActive?: boolean | undefined;
}

const list = defineList(() => ({
  select: selectWebhooks,
  table: webhook,
  filters: { id: webhook.id, url: webhook.url, isActive: webhook.isActive },
}));

/** Lists the webhooks that match, by id. */
export const listWebhooks = (
  context: Context,
  { id, url, isActive }: WebhookFilter,
  page: Page,
): Promise<Listing<Webhook>> => list(context, { id, url, isActive }, page);
