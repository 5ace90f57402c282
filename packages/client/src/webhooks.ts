/**
 * The entry point for receivers of webhooks: {@link verifyWebhook}. It does not load the client.
 *
 * @packageDocumentation
 */
export { type DeliveryHeaders, type ReceivedDelivery, type VerifyOptions, verifyWebhook } from './verify-webhook.ts';
export { WebhookRefusedError } from './webhook-refused-error.ts';
