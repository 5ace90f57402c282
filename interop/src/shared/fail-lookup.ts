import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Makes the resolver of this process fail for one name, with the error of a name that is not in DNS. It sends no query.
 * Source: Node.js documentation, "DNS", error codes of `dns.lookup`.
 *
 * @returns a function that restores the resolver.
 */
export function failLookup(name: string): () => void {
  const { lookup } = dns;
  const failingLookup = (host: string, options: never, respond: (error: Error) => void): void => {
    if (host !== name) {
      lookup(host, options, respond as never);
      return;
    }
    const error = new Error(`getaddrinfo ENOTFOUND ${host}`);
    const details = { code: 'ENOTFOUND', errno: -3008, syscall: 'getaddrinfo', hostname: host };
    process.nextTick(respond, Object.assign(error, details));
  };
  Object.assign(dns, { lookup: failingLookup });
  syncBuiltinESMExports();
  return () => {
    Object.assign(dns, { lookup });
    syncBuiltinESMExports();
  };
}
