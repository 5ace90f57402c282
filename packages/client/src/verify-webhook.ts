import { Webhook } from 'standardwebhooks';
import { WebhookRefusedError } from './webhook-refused-error.ts';

/** Headers as `fetch` or as Node's `request.headers` have them. */
export type DeliveryHeaders = Headers | Readonly<Record<string, string | readonly string[] | undefined>>;

/** The request to verify, and the secrets of the webhook. */
export interface VerifyOptions {
  /** The unchanged body: bytes, or text that has not been parsed and serialised again. */
  readonly body: Uint8Array | string;
  readonly headers: DeliveryHeaders;
  /** The secret of the webhook; during a rotation, the old and the new one. */
  readonly secret: string | readonly string[];
}

/** A delivery with a valid signature. */
export interface ReceivedDelivery {
  /** The id of the delivery, the same for each attempt. Store it to process the event once. */
  readonly id: string;
  /** The time of sending, in milliseconds since 1970. */
  readonly sentAt: number;
  readonly webhookId: number;
  readonly webhookName: string;
  /** A sentence for users. */
  readonly text: string;
  /** The event; `notificationType` names the kind. */
  readonly metadata: Readonly<Record<string, unknown>> & { readonly notificationType?: string };
}

const PREFIX = 'whsec_';

/**
 * Verifies a delivery by its `webhook-id`, `webhook-timestamp` and `webhook-signature` headers, and reads it. Deliveries that are
 * more than five minutes old are refused. Source: Standard Webhooks 1.0.0, "Verifying webhook authenticity".
 *
 * @throws WebhookRefusedError if a header is missing, the signature is invalid, or the timestamp is not a number of seconds or differs
 * by more than five minutes.
 * @throws TypeError if there is no secret, or one of them is empty or not Base64 after `whsec_`.
 */
export function verifyWebhook({ body, headers, secret }: VerifyOptions): ReceivedDelivery {
  const secrets = typeof secret === 'string' ? [secret] : secret;
  if (secrets.length === 0) throw new TypeError('verifyWebhook needs a secret.');
  const verifiers = secrets.map(verifierFor);
  const text = textOf(body);
  const given = {
    'webhook-id': headerOf(headers, 'webhook-id'),
    'webhook-timestamp': headerOf(headers, 'webhook-timestamp'),
    'webhook-signature': headerOf(headers, 'webhook-signature'),
  };
  const missing = Object.entries(given).find(([, value]) => value === '')?.[0];
  if (missing !== undefined) throw new WebhookRefusedError(`The header ${missing} is missing.`);
  // The library reads only the digits at the start, so that a receiver could get another time than the signed one.
  if (!/^\d+$/.test(given['webhook-timestamp'])) {
    throw new WebhookRefusedError('The header webhook-timestamp is not a number of seconds.');
  }
  return {
    ...(verified(verifiers, text, given) as Omit<ReceivedDelivery, 'id' | 'sentAt'>),
    id: given['webhook-id'],
    sentAt: Number(given['webhook-timestamp']) * 1000,
  };
}

function verified(verifiers: readonly Webhook[], text: string, headers: Record<string, string>): unknown {
  let refusal: unknown;
  for (const webhook of verifiers) {
    try {
      return webhook.verify(text, headers);
    } catch (error) {
      refusal = error;
    }
  }
  throw new WebhookRefusedError(refusal instanceof Error ? refusal.message : String(refusal), { cause: refusal });
}

/** Returns the verifier of a secret. Like the sender, it uses the UTF-8 bytes of a secret without the prefix. */
function verifierFor(secret: string): Webhook {
  if (secret === '') throw new TypeError('verifyWebhook needs a secret: one is empty. Pass only secrets that are set.');
  if (!secret.startsWith(PREFIX)) return new Webhook(new TextEncoder().encode(secret), { format: 'raw' });
  try {
    return new Webhook(secret);
  } catch (cause) {
    throw new TypeError(`The part of the secret after ${PREFIX} must be Base64.`, { cause });
  }
}

function textOf(body: Uint8Array | string): string {
  if (typeof body === 'string') return body;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch (cause) {
    throw new WebhookRefusedError('The body is not UTF-8.', { cause });
  }
}

function headerOf(headers: DeliveryHeaders, name: string): string {
  if (headers instanceof Headers) return headers.get(name) ?? '';
  const value = Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  return (typeof value === 'string' ? value : value?.[0]) ?? '';
}
