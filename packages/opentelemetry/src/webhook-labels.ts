import type { Attributes } from '@opentelemetry/api';

/** Returns the attribute that distinguishes webhooks; none if no webhook is involved. */
export type WebhookLabels = (webhookId: number | undefined) => Attributes;

/** Creates labels that distinguish only `limit` webhooks, so that many webhooks do not create many time series. */
export function createWebhookLabels(limit: number): WebhookLabels {
  const known = new Set<number>();
  return (webhookId) => {
    if (webhookId === undefined || limit <= 0) return {};
    if (known.size < limit) known.add(webhookId);
    return { 'portcullis.webhook.id': known.has(webhookId) ? String(webhookId) : 'other' };
  };
}
