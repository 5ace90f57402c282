import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { Clock } from '../../ports/clock.ts';
import type { ResolveHost } from './resolve-host.ts';
import { isShortage } from './transport-error.ts';

/** Milliseconds until the file is read again. */
const FRESH_MS = 10_000;

/** The path of the operating system's list of names. */
const PATH =
  process.platform === 'win32'
    ? join(process.env.SystemRoot ?? 'C:\\Windows', 'System32/drivers/etc/hosts')
    : '/etc/hosts';

type Addresses = Awaited<ReturnType<ResolveHost>>;

/**
 * Creates a lookup in the hosts file. It returns no address for absent names, or without such a file, and rejects if this machine has
 * no file descriptor to read it.
 */
export function createHostsFile(clock: Pick<Clock, 'monotonic'>, path = PATH): ResolveHost {
  let names: Promise<ReadonlyMap<string, Addresses>> | undefined;
  let readAt = 0;
  return async (hostname) => {
    const now = clock.monotonic();
    if (!names || now - readAt >= FRESH_MS) {
      readAt = now;
      names = readFile(path, 'utf8').then(parseHosts, (error: NodeJS.ErrnoException) => {
        if (!isShortage(error.code)) return new Map();
        names = undefined;
        throw error;
      });
    }
    return (await names).get(hostname) ?? [];
  };
}

/** Source: hosts(5): a line contains an address and its names; `#` begins a comment. */
function parseHosts(text: string): ReadonlyMap<string, Addresses> {
  const names = new Map<string, Addresses>();
  for (const line of text.split('\n')) {
    const [address = '', ...own] = line.replace(/#.*/, '').trim().split(/\s+/);
    const family = isIP(address);
    if (family === 0) continue;
    for (const name of own.map((each) => each.toLowerCase())) {
      names.set(name, [...(names.get(name) ?? []), { address, family }]);
    }
  }
  return names;
}
