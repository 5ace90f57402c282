import { builtIns } from '../built-ins.ts';
import type { Engine } from '../engine.ts';

const LABEL = /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/;

/**
 * Returns the problem with a host, or `undefined`. The host comes from the users of an API: on Amazon Redshift it must
 * be a name, since certificates are issued for names, and it must not be this machine.
 *
 * @param host - in lower case, without a trailing dot.
 */
export function hostProblem(host: string, engine: Engine): string | undefined {
  if (host.includes('://')) return 'Enter the host name only, without a scheme such as https://.';
  if (/[/?#@\\\s]/.test(host)) return 'Enter the host name only, without a path, a user or spaces.';
  if (isAddress(host)) {
    return engine === 'postgresql' ? undefined : 'A certificate cannot verify an IP address: enter the host name.';
  }
  if (host.includes(':')) return 'Enter the host name only; the port has its own field.';
  if (host.length > 253 || !host.split('.').every((label) => LABEL.test(label))) return 'This is not a host name.';
  if (engine === 'redshift' && isThisMachine(host)) return 'This host name denotes the machine of the service.';
  return undefined;
}

/**
 * Returns whether a host is an address, including the spellings of resolvers: `127.1`, `0x7f.1`, `2130706433`, `[::1]`.
 */
function isAddress(host: string): boolean {
  if (builtIns.net.isIP(host.replace(/^\[(.*)\]$/, '$1')) !== 0) return true;
  const url = URL.parse(`http://${host}`);
  return url === null ? /^[0-9.]+$/.test(host) : builtIns.net.isIP(url.hostname) !== 0;
}

function isThisMachine(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === 'localhost.localdomain';
}
