import { lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';

/**
 * Creates a resolver like that of the operating system, except that one refused address refuses the name. It is for
 * sockets and senders: they connect to the address that was checked, so a second DNS answer cannot redirect them.
 *
 * @param refuse - the error that a refused name ends with.
 * @param resolve - @default the operating system's
 */
export function guardedLookup(
  isAllowed: (address: string) => boolean,
  refuse: () => Error,
  resolve: typeof lookup = lookup,
): LookupFunction {
  return (host, options, answer) => {
    resolve(host, { ...options, all: true }, (error, addresses) => {
      if (error) return answer(error, '');
      if (!addresses.every(({ address }) => isAllowed(address))) return answer(refuse(), '');
      if (options.all) return answer(null, addresses);
      return answer(null, addresses[0]?.address ?? '', addresses[0]?.family);
    });
  };
}
