import type { WebhookRecord } from "@asbuilt/contract";
import type { Webhook } from "@asbuilt/core";
import { wireTime } from "./wire.ts";

/** Returns a webhook in wire form. */
export const toWebhookRecord = (webhook: Webhook): WebhookRecord => ({
  id: webhook.id,
  revNo: webhook.revNo,
  url: webhook.url,
  description: webhook.description,
  types: webhook.types === null ? null : [...webhook.types],
  isActive: webhook.isActive,
  createdAt: wireTime(webhook.createdAt),
  pending: webhook.pending,
  behind: webhook.behind,
  dead: webhook.dead,
  error: webhook.error,
});
