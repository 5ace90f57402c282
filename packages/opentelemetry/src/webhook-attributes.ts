import type { Attributes } from '@opentelemetry/api';

/** Returns the attribute that distinguishes webhooks; none if no webhook is involved. */
export type WebhookAttributes = (webhookId: number | undefined) => Attributes;

/** Creates a function that distinguishes only `limit` webhooks, so that many webhooks do not create many time series. */
export function createWebhookAttributes(limit: number): WebhookAttributes {
  const distinct = new Set<number>();
  return (webhookId) => {
    if (webhookId === undefined || limit <= 0) return {};
    if (distinct.size < limit) distinct.add(webhookId);
    return { 'portcullis.webhook.id': distinct.has(webhookId) ? String(webhookId) : 'other' };
  };
}
