import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { AllowedAddress } from '../../options/webhook-options.ts';
import { type AddressRange, parseRange } from './address-range.ts';

/** The target of a request, from its URL. */
export interface Endpoint {
  /** As {@link plainHost} writes it. */
  readonly host: string;
  readonly port: number;
}

/** The exceptions from the address guard. */
export interface AllowList {
  /**
   * Returns whether an entry allows this endpoint to connect to this address. `exactly`: only entries for this single address
   * count.
   */
  hasAddress(address: string, endpoint: Endpoint, options?: { readonly exactly?: boolean }): boolean;
  /** Returns whether an entry names this host; its address is checked once it is known. */
  namesHost(endpoint: Endpoint): boolean;
  /** Returns whether an entry that matches the endpoint, and its address if known, names its port. */
  namesPort(endpoint: Endpoint, address?: string): boolean;
}

interface Entry {
  readonly range: AddressRange | undefined;
  readonly host: string | undefined;
  readonly port: number | undefined;
}

/**
 * Creates the allow-list from the host's options.
 *
 * @throws ServiceError `OPTIONS_INVALID` if an entry is invalid or not specific enough.
 */
export function createAllowList(allowed: readonly AllowedAddress[]): AllowList {
  const entries = allowed.map(parseEntry);
  const fits = (entry: Entry, { host, port }: Endpoint) =>
    (entry.host === undefined || entry.host === host) && (entry.port === undefined || entry.port === port);
  const covers = (entry: Entry, address: string | undefined) =>
    entry.range === undefined || (address === undefined ? entry.host !== undefined : entry.range.contains(address));

  return {
    hasAddress: (address, endpoint, { exactly = false } = {}) =>
      entries.some(
        (entry) => fits(entry, endpoint) && covers(entry, address) && (!exactly || entry.range?.single === true),
      ),
    namesHost: (endpoint) => entries.some((entry) => entry.host !== undefined && fits(entry, endpoint)),
    namesPort: (endpoint, address) =>
      entries.some((entry) => entry.port !== undefined && fits(entry, endpoint) && covers(entry, address)),
  };
}

/** Returns a host in lower case, without brackets and trailing dot. */
export function plainHost(host: string): string {
  return host
    .toLowerCase()
    .replace(/^\[|\]$/g, '')
    .replace(/\.$/, '');
}

function parseEntry({ cidr, host, port }: AllowedAddress, index: number): Entry {
  const range = cidr === undefined ? undefined : parseRange(cidr);
  const problem =
    cidr === undefined && host === undefined
      ? 'needs a cidr or a host'
      : cidr !== undefined && range === undefined
        ? `has no valid cidr: ${JSON.stringify(cidr)}`
        : host !== undefined && plainHost(host) === ''
          ? 'has an empty host'
          : port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536)
            ? `has no valid port: ${port}`
            : undefined;
  if (problem) {
    throw new ServiceError('OPTIONS_INVALID', `Entry ${index} of the allow-list of addresses ${problem}.`, {
      details: { option: `webhooks.allow.${index}` },
    });
  }
  return { range, host: host === undefined ? undefined : plainHost(host), port };
}
