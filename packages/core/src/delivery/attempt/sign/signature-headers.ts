import type { SignatureHeaderNames } from './header-names.ts';
import { hubSignature } from './hub-signature.ts';
import type { SigningKey } from './signing-secret.ts';
import { standardSignature } from './standard-signature.ts';

/** The content to sign and the keys to sign it with. */
export interface SignedContent {
  /** The same on every attempt of a delivery. */
  readonly id: string;
  /** When this attempt is made, in milliseconds since 1970. */
  readonly at: number;
  /** The exact bytes that are sent. */
  readonly body: Uint8Array;
  /** Of the current secret first, then of those that still count while it is rotated. Empty: nothing is signed. */
  readonly keys: readonly SigningKey[];
}

/**
 * The headers that let a receiver verify a delivery. `webhook-id` and `webhook-timestamp` are there without a secret too.
 * The X-Hub-Signature headers hold one signature each, so they are made with the current secret; `webhook-signature` holds
 * one for each.
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
