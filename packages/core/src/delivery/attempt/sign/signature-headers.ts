import type { SignatureHeaderNames } from './header-names.ts';
import { hubSignature } from './hub-signature.ts';
import type { SigningKey } from './signing-secret.ts';
import { standardSignature } from './standard-signature.ts';

/** The content to sign and the keys to sign it with. */
export interface SignedContent {
  /** The message id, which is the same for every attempt of a delivery. */
  readonly id: string;
  /** The time of this attempt, in milliseconds since 1970. */
  readonly at: number;
  /** The exact bytes that are sent. */
  readonly body: Uint8Array;
  /** The key of the current secret, then those of older secrets that are valid during a rotation. Empty: nothing is signed. */
  readonly keys: readonly SigningKey[];
}

/**
 * Returns the headers with which a receiver verifies a delivery. `webhook-id` and `webhook-timestamp` are sent even without a
 * secret. Each X-Hub-Signature header contains one signature, made with the current secret; `webhook-signature` contains one for
 * each secret.
 */
export function signatureHeaders(
  { id, at, body, keys }: SignedContent,
  names: SignatureHeaderNames,
): Readonly<Record<string, string>> {
  const timestamp = Math.floor(at / 1000);
  const headers: Record<string, string> = { 'webhook-id': id, 'webhook-timestamp': String(timestamp) };
  const [current] = keys;
  if (current === undefined) return headers;
  headers['webhook-signature'] = keys.map((key) => standardSignature(key, id, timestamp, body)).join(' ');
  headers[names.sha1] = hubSignature('sha1', current, body);
  headers[names.sha256] = hubSignature('sha256', current, body);
  return headers;
}
