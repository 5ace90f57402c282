import { DEFAULT_WEBHOOK_OPTIONS } from '../../options/defaults.ts';
import type { AllowedAddress } from '../../options/webhook-options.ts';
import { type AddressRange, joinRanges, parseRange, plainAddress } from './address-range.ts';
import { type AllowList, createAllowList, type Endpoint, plainHost } from './allow-list.ts';
import { BLOCKED_RANGES, METADATA_ADDRESSES } from './blocked-ranges.ts';
import { isWebPort } from './service-ports.ts';

/** Options of {@link createAddressGuard}. */
export interface AddressGuardOptions {
  /** Permitted addresses that are not public. @default none */
  readonly allow?: readonly AllowedAddress[];
  /** True to refuse plain http. @default false */
  readonly httpsOnly?: boolean;
}

/**
 * The protection against deliveries to addresses inside the host's own network (server-side request forgery). One guard checks
 * registrations, lookups, connections and all kinds of attempts.
 */
export interface AddressGuard {
  /**
   * Returns the reason why a URL cannot be registered or requested, in one sentence, or undefined. It checks only the text and
   * resolves nothing.
   */
  refuseUrl(url: string): string | undefined;
  /**
   * Returns the reason why a connection to `address` is refused for the host and port of a URL, in one sentence, or undefined.
   */
  refuseAddress(address: string, endpoint: { readonly host: string; readonly port: number }): string | undefined;
}

const URL_LIMIT = 2048;

interface KnownAddresses {
  /** Checks all blocked ranges at once, because nearly every checked address is public. */
  readonly isBlocked: (address: string) => boolean;
  readonly blocked: readonly { readonly range: AddressRange; readonly what: string }[];
  readonly metadata: ReadonlySet<string | undefined>;
}

let known: KnownAddresses | undefined;

/** Returns the tables, which are built at the first check so that they do not slow down every start. */
function knownAddresses(): KnownAddresses {
  known ??= {
    isBlocked: joinRanges(BLOCKED_RANGES.map(([range]) => range)),
    blocked: BLOCKED_RANGES.map(([range, what]) => ({ range: parseRange(range) as AddressRange, what })),
    metadata: new Set(METADATA_ADDRESSES.map((address) => plainAddress(address))),
  };
  return known;
}

/**
 * Creates a guard.
 *
 * @throws ServiceError `OPTIONS_INVALID` if an entry of the allow-list is not valid.
 */
export function createAddressGuard({
  allow = [],
  httpsOnly = DEFAULT_WEBHOOK_OPTIONS.httpsOnly,
}: AddressGuardOptions = {}): AddressGuard {
  const allowList = createAllowList(allow);
  return {
    refuseUrl: (url) => refuseUrl(url, allowList, httpsOnly),
    refuseAddress: (address, { host, port }) => refuseAddress(address, { host: plainHost(host), port }, allowList),
  };
}

function refuseUrl(text: string, allowList: AllowList, httpsOnly: boolean): string | undefined {
  if (text.length > URL_LIMIT) return `The URL is longer than ${URL_LIMIT} characters.`;
  // The URL parser silently drops white space and control characters, so that the stored text would differ from the requested
  // URL. Controls of the writing direction would show the URL in another order.
  if (/[\s\p{Cc}\p{Cs}\p{Bidi_Control}]/u.test(text) || !URL.canParse(text)) return 'This is not a valid URL.';
  const url = new URL(text);
  if (url.protocol !== 'https:' && (httpsOnly || url.protocol !== 'http:')) {
    return httpsOnly ? 'The URL must begin with https.' : 'The URL must begin with http or https.';
  }
  if (url.username !== '' || url.password !== '') return 'The URL must not hold a user name or password.';
  const endpoint = endpointOf(url);
  const address = plainAddress(endpoint.host);
  return (
    refusePort(endpoint, address, allowList) ??
    (address === undefined ? refuseName(endpoint, allowList) : refuseAddress(address, endpoint, allowList))
  );
}

function endpointOf(url: URL): Endpoint {
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return { host: plainHost(url.hostname), port };
}

function refusePort(endpoint: Endpoint, address: string | undefined, allowList: AllowList): string | undefined {
  if (isWebPort(endpoint.port) || allowList.namesPort(endpoint, address)) return undefined;
  return `Deliveries do not go to port ${endpoint.port}: use 80, 443 or a port above 1023 that no other service uses, or ask the operator of the service to allow it.`;
}

function refuseName(endpoint: Endpoint, allowList: AllowList): string | undefined {
  if (endpoint.host.includes('.') || allowList.namesHost(endpoint)) return undefined;
  return 'The host has no domain, so it is not public: use a full name, or ask the operator of the service to allow it.';
}

function refuseAddress(text: string, endpoint: Endpoint, allowList: AllowList): string | undefined {
  const address = plainAddress(text);
  if (address === undefined) return 'The host has no address of a known family.';
  const { isBlocked, blocked, metadata } = knownAddresses();
  if (metadata.has(address)) {
    return allowList.hasAddress(address, endpoint, { exactly: true }) ? undefined : refusal('a metadata service');
  }
  if (!isBlocked(address)) return undefined;
  const range = blocked.find((each) => each.range.contains(address));
  return !range || allowList.hasAddress(address, endpoint) ? undefined : refusal(range.what);
}

function refusal(what: string): string {
  return `The address is not public (${what}): use a public one, or ask the operator of the service to allow it.`;
}
