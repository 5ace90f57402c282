import type { Attributes } from '@opentelemetry/api';

/** The dimension that distinguishes webhooks; none if no webhook is involved. */
export type WebhookLabels = (webhookId: number | undefined) => Attributes;

/** Distinguishes `limit` webhooks, so that many webhooks do not create many time series. */
export function createWebhookLabels(limit: number): WebhookLabels {
  const known = new Set<number>();
  return (webhookId) => {
    if (webhookId === undefined || limit <= 0) return {};
    if (known.size < limit) known.add(webhookId);
    return { 'portcullis.webhook.id': known.has(webhookId) ? String(webhookId) : 'other' };
  };
}
