import { builtIns } from '../built-ins.ts';

/**
 * Returns the form that Amazon Redshift accepts instead of a password: `sha256|<digest>|<salt>`, where the digest is
 * that of the password followed by the 32 bytes of the salt. Statements and query logs then do not contain the clear
 * text. Source: Amazon Redshift Database Developer Guide, "CREATE USER", parameter PASSWORD.
 *
 * @param salt - 32 bytes.
 */
export function saltedDigest(password: string, salt: Uint8Array): string {
  const digest = sha256(password, salt).toString('hex');
  return `sha256|${digest}|${Buffer.from(salt).toString('hex')}`;
}

/** A request for the proof of a password whose digest the server has. */
export interface DigestChallenge {
  /** The salt of the stored digest. */
  readonly salt: Uint8Array;
  readonly serverNonce: Uint8Array;
  readonly clientNonce: Uint8Array;
}

/**
 * Returns the proof of a password: a digest of the stored digest and of both nonces. Source: JDBC driver of Amazon
 * Redshift, `ExtensibleDigest`.
 */
export function digestProof(password: string, { salt, serverNonce, clientNonce }: DigestChallenge): Buffer {
  return sha256(sha256(password, salt), serverNonce, clientNonce);
}

function sha256(...parts: readonly (string | Uint8Array)[]): Buffer {
  const hash = builtIns.crypto.createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
}
