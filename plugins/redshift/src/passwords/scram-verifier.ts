import { builtIns } from '../built-ins.ts';

/** PostgreSQL's own default (`scram_iterations`). */
const ITERATIONS = 4_096;

/**
 * Returns the form in which PostgreSQL stores a password: a SCRAM-SHA-256 verifier, from which the password cannot be
 * read. It is sent instead of the password, so statements and logs do not contain the clear text. Source: PostgreSQL
 * manual, "pg_authid"; RFC 5803; RFC 7677.
 *
 * @param password - ASCII, so that SASLprep (RFC 4013) would not change it.
 * @param salt - 16 bytes.
 */
export function scramVerifier(password: string, salt: Uint8Array): string {
  const salted = builtIns.crypto.pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256');
  const storedKey = builtIns.crypto.createHash('sha256').update(hmac(salted, 'Client Key')).digest('base64');
  const serverKey = hmac(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${ITERATIONS}:${Buffer.from(salt).toString('base64')}$${storedKey}:${serverKey}`;
}

function hmac(key: Uint8Array, text: string): Buffer {
  return builtIns.crypto.createHmac('sha256', key).update(text).digest();
}
