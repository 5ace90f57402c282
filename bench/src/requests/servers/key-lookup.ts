import { hash } from 'node:crypto';

/** The data of the bare handlers about a caller. */
interface Caller {
  readonly permissions: readonly string[];
}

/**
 * The minimum for a handler with API keys: it reads the key from the header, looks up its SHA-256 in a map, and checks
 * the permission.
 */
export function createKeyLookup(key: string): (authorization: string | undefined) => Caller | undefined {
  const callers = new Map<string, Caller>([[hashOf(key), { permissions: ['APPLICATION_ADMIN'] }]]);
  return (authorization = '') => {
    const caller = callers.get(hashOf(authorization.replace(/^Bearer /, '')));
    return caller?.permissions.includes('APPLICATION_ADMIN') ? caller : undefined;
  };
}

function hashOf(key: string): string {
  return hash('sha256', key, 'hex');
}
