import { createHash } from 'node:crypto';
import { unquoted } from './translate.ts';

const WITH_DIGEST = /^(?:CREATE|ALTER) USER "((?:[^"]|"")+)" PASSWORD '(sha256\|[0-9a-f]{64}\|[0-9a-f]+)'/;

/**
 * Passwords that were set by digest, which PostgreSQL would take for the password itself. A user who signs in with the
 * correct password gets the one that the server stores. Source: Amazon Redshift Database Developer Guide, "CREATE
 * USER", PASSWORD.
 */
export function createPasswordDigests() {
  const digests = new Map<string, string>();
  return {
    /** Stores the digest of a statement, if it sets one. */
    learn(statement: string): void {
      const [, user, digest] = WITH_DIGEST.exec(statement) ?? [];
      if (user && digest) digests.set(unquoted(user), digest);
    },
    /** Returns the password to sign in with. */
    passwordFor(user: string, password: string): string {
      const digest = digests.get(user);
      const [, hash, salt = ''] = digest?.split('|') ?? [];
      const own = createHash('sha256').update(password).update(Buffer.from(salt, 'hex')).digest('hex');
      return digest !== undefined && own === hash ? digest : password;
    },
  };
}
