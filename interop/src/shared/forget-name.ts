import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Lets the resolver of this process know one name no more, as it responds for one that is not in DNS: nothing is asked of the network.
 * Source: Node.js documentation, "DNS", error codes of `dns.lookup`.
 *
 * @returns what puts the resolver back.
 */
export function forgetName(name: string): () => void {
  const { lookup } = dns;
  const forgetful = (host: string, options: never, respond: (error: Error) => void): void => {
    if (host !== name) {
      lookup(host, options, respond as never);
      return;
    }
    const error = new Error(`getaddrinfo ENOTFOUND ${host}`);
    const details = { code: 'ENOTFOUND', errno: -3008, syscall: 'getaddrinfo', hostname: host };
    process.nextTick(respond, Object.assign(error, details));
  };
  Object.assign(dns, { lookup: forgetful });
  syncBuiltinESMExports();
  return () => {
    Object.assign(dns, { lookup });
    syncBuiltinESMExports();
  };
}
