import { builtIns } from '../built-ins.ts';

/**
 * Returns the form that Amazon Redshift accepts instead of a password: `sha256|<digest>|<salt>`, where the digest is
 * that of the password followed by the 32 bytes of the salt. Statements and query logs then do not contain the clear
 * text. Source: Amazon Redshift Database Developer Guide, "CREATE USER", parameter PASSWORD.
 *
 * @param salt - 32 bytes.
 */
export function saltedDigest(password: string, salt: Uint8Array): string {
  const digest = builtIns.crypto.createHash('sha256').update(password).update(salt).digest('hex');
  return `sha256|${digest}|${Buffer.from(salt).toString('hex')}`;
}
