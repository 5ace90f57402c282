import { accessSync, constants, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** The account under which a server runs that root has started. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

const CANDIDATES = ['postgres', 'nobody'];

/**
 * Returns the account for the server, or undefined if this process may run it itself.
 *
 * @throws Error when this process is root and finds no other account.
 */
export function serverAccount(): ServerAccount | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const candidate of CANDIDATES) {
    const [, , uid, gid] = accounts.find(([name]) => name === candidate) ?? [];
    if (uid !== undefined && gid !== undefined) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new Error(`PostgreSQL does not run as root, and the account ${CANDIDATES.join(' or ')} does not exist.`);
}

/**
 * Returns a folder for temporary files that other accounts can access; the folder of root may be inaccessible to them.
 */
export function sharedTemporaryFolder(): string {
  if (process.getuid?.() !== 0) return tmpdir();
  try {
    accessSync('/tmp', constants.W_OK);
    return '/tmp';
  } catch {
    return tmpdir();
  }
}
