/**
 * For those who receive webhooks: {@link verifyWebhook}. Knows nothing of the client.
 *
 * @packageDocumentation
 */
export { type DeliveryHeaders, type ReceivedDelivery, type VerifyOptions, verifyWebhook } from './verify-webhook.ts';
export { WebhookRefusedError } from './webhook-refused-error.ts';
