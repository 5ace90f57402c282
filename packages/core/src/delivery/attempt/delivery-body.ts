/** The recipient of a body: the only part that differs between the webhooks of an event. */
export interface BodyRecipient {
  readonly webhookId: number;
  /** The name at the time of the event, so that a retry sends the same bytes after a rename. */
  readonly webhookName: string;
}

const CLOSING_BRACE = 0x7d;

/**
 * Returns the body of a delivery: `text` and `metadata` as stored, then `webhookId` and `webhookName`. The stored bytes are
 * copied, not parsed and serialised again, so every attempt sends the same bytes. Source: docs/reference/http/webhooks.md.
 *
 * @param payload - a JSON object with at least one member, as bytes.
 */
export function deliveryBody(payload: Uint8Array, { webhookId, webhookName }: BodyRecipient): Buffer {
  if (payload.at(-1) !== CLOSING_BRACE) throw new TypeError('A stored payload must be a JSON object.');
  const rest = `,"webhookId":${webhookId},"webhookName":${JSON.stringify(webhookName)}}`;
  return Buffer.concat([payload.subarray(0, -1), Buffer.from(rest, 'utf8')]);
}
