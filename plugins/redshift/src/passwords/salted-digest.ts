import { builtIns } from '../built-ins.ts';

/**
 * Returns the form that Amazon Redshift takes instead of a password: `sha256|<digest>|<salt>`, where the digest is that of
 * the password followed by the 32 bytes of the salt. It keeps the clear text out of statements and query logs. Source:
 * Amazon Redshift Database Developer Guide, "CREATE USER", parameter PASSWORD.
 *
 * @param salt - 32 bytes.
 */
export function saltedDigest(password: string, salt: Uint8Array): string {
  const digest = builtIns.crypto.createHash('sha256').update(password).update(salt).digest('hex');
  return `sha256|${digest}|${Buffer.from(salt).toString('hex')}`;
}
