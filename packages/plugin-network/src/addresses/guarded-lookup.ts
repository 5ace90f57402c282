import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

/**
 * Creates a resolver like that of the operating system, which refuses a name if one of its addresses is refused.
 * Sockets and senders that use it connect to the checked address, so a second DNS response cannot redirect them.
 *
 * @param refuse - returns the error for a refused address.
 * @param resolve - @default the resolver of the operating system
 */
export function guardedLookup(
  isAllowed: (address: string) => boolean,
  refuse: () => Error,
  resolve: typeof lookup = lookup,
): LookupFunction {
  return (host, options, respond) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return respond(error, '');
      if (!addresses.every(({ address }) => isAllowed(address))) return respond(refuse(), '');
      if (options.all) return respond(null, addresses);
      return respond(null, addresses[0]?.address ?? '', addresses[0]?.family);
    });
  };
}
