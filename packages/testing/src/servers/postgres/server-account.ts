import { accessSync, constants, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';

/** The account of a server that was started by root. */
export interface ServerAccount {
  readonly uid: number;
  readonly gid: number;
}

const CANDIDATES = ['postgres', 'nobody'];

/**
 * The account for the server, or undefined when this process may run it itself.
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
  throw new Error(`PostgreSQL does not run as root, and there is no account ${CANDIDATES.join(' or ')}.`);
}

/** A folder for temporary files that other accounts can reach too: root's own may be inaccessible to them. */
export function sharedTemporaryFolder(): string {
  if (process.getuid?.() !== 0) return tmpdir();
  try {
    accessSync('/tmp', constants.W_OK);
    return '/tmp';
  } catch {
    return tmpdir();
  }
}
