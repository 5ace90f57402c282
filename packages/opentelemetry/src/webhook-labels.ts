import type { Attributes } from '@opentelemetry/api';

/** The dimension that tells webhooks apart; none for what is about no webhook. */
export type WebhookLabels = (webhookId: number | undefined) => Attributes;

/** Tells `limit` webhooks apart, so that a host with many does not fill its metrics by them. */
export function createWebhookLabels(limit: number): WebhookLabels {
  const known = new Set<number>();
  return (webhookId) => {
    if (webhookId === undefined || limit <= 0) return {};
    if (known.size < limit) known.add(webhookId);
    return { 'portcullis.webhook.id': known.has(webhookId) ? String(webhookId) : 'other' };
  };
}
