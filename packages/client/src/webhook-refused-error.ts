/** A request that is not a delivery of this secret's: answer 401 and do nothing. */
export class WebhookRefusedError extends Error {
  override readonly name = 'WebhookRefusedError';
}
