import type { IncomingHttpHeaders } from 'node:http';
import { Webhook } from 'standardwebhooks';
import type { Delivery } from './delivery.ts';

/** Verifies the exact bytes of a delivery against its Standard Webhooks headers, and reads it. */
export function verifyDelivery(secret: string, headers: IncomingHttpHeaders, bytes: Buffer): Delivery {
  const signed = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
  const id = signed['webhook-id'] ?? '';
  try {
    new Webhook(secret).verify(bytes, signed);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { verified: false, problem, id, kind: 'unknown', text: '', metadata: {} };
  }
  const { text, metadata } = JSON.parse(bytes.toString('utf8')) as Pick<Delivery, 'text' | 'metadata'>;
  return { verified: true, id, kind: String(metadata.notificationType), text, metadata };
}
