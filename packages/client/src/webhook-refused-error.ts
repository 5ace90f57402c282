/** A request that is not a delivery with this secret: respond with 401 and do nothing. */
export class WebhookRefusedError extends Error {
  override readonly name = 'WebhookRefusedError';
}
