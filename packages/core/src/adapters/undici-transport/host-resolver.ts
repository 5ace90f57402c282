import { lookup, Resolver } from 'node:dns/promises';
import type { Clock } from '../../ports/clock.ts';
import { checkFileDescriptor } from './check-file-descriptor.ts';
import { createHostsFile } from './hosts-file.ts';
import type { ResolvedAddress, ResolveHost } from './resolve-host.ts';

/** Options of {@link createHostResolver}. */
export interface HostResolverOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  /** Name servers to query. @default those of the operating system */
  readonly servers?: readonly string[];
  /** @default that of the operating system */
  readonly hostsFile?: string;
  /** @default `lookup` of node:dns */
  readonly systemLookup?: ResolveHost;
  /** Milliseconds that a name server has to respond; twice as many when it is queried again. @default 2000 */
  readonly queryTimeoutMs?: number;
}

/** The cache entry of a name. */
interface CacheEntry {
  readonly addresses: Promise<readonly ResolvedAddress[]>;
  /** The expiry, on the monotonic clock; infinite during the query. */
  until: number;
}

interface Found {
  readonly addresses: readonly ResolvedAddress[];
  readonly ttlMs: number;
}

interface FamilyResponse extends Found {
  readonly error?: NodeJS.ErrnoException;
}

const QUERY_TIMEOUT_MS = 2000;
const QUERY_TRIES = 2;
/** Minimum milliseconds for which a response is cached, regardless of its time to live. */
const MIN_TTL_MS = 1000;
const MAX_TTL_MS = 60_000;
/** Milliseconds for which DNS records without a time to live, and failed lookups, are cached. */
const DEFAULT_TTL_MS = 5000;
const FAILURE_TTL_MS = 2000;
/** Milliseconds that addresses of one family wait for those of the other. Source: RFC 8305, 3. */
const OTHER_FAMILY_MS = 50;
const MAX_NAMES = 10_000;

/** The errors of servers that do not know a name. */
const UNKNOWN = new Set(['ENOTFOUND', 'ENODATA']);
/** There is no server, so the operating system may resolve names in another way. */
const NO_SERVER = 'ECONNREFUSED';

/**
 * Creates a resolver that looks up the hosts file, then queries name servers, and caches the responses. It asks the operating
 * system for other names, one at a time, because its lookups occupy threads of the process, and one that hangs would block all
 * others.
 */
export function createHostResolver(options: HostResolverOptions): ResolveHost {
  const { clock, servers, hostsFile, queryTimeoutMs = QUERY_TIMEOUT_MS } = options;
  const { systemLookup = (hostname) => lookup(hostname, { all: true, order: 'verbatim' }) } = options;
  const inHostsFile = createHostsFile(clock, hostsFile);
  const createResolver = (): Resolver => {
    const resolver = new Resolver({ timeout: queryTimeoutMs, tries: QUERY_TRIES });
    if (servers) resolver.setServers(servers);
    return resolver;
  };
  let resolver = createResolver();
  // `lru-cache` does not fit: an entry gets its time to live only after its lookup, and the clock is a port.
  const cache = new Map<string, CacheEntry>();
  let lastOfSystem: Promise<unknown> = Promise.resolve();

  const lookUp: ResolveHost = async (name) => {
    try {
      return await systemLookup(name);
    } catch (error) {
      await checkFileDescriptor();
      throw error;
    }
  };

  const askSystem = (name: string): Promise<Found> => {
    const found = lastOfSystem.then(async () => ({ addresses: await lookUp(name), ttlMs: DEFAULT_TTL_MS }));
    lastOfSystem = found.catch(() => {});
    return found;
  };

  const find = async (name: string): Promise<Found> => {
    const listed = await inHostsFile(name);
    if (listed.length > 0) return { addresses: listed, ttlMs: MIN_TTL_MS };
    if (!name.includes('.')) return askSystem(name);
    const [first, second] = await askServers(resolver, name, clock);
    const addresses = [first, second].flatMap((response) => response?.addresses ?? []).toSorted(byFamily);
    if (addresses.length > 0) return { addresses, ttlMs: Math.min(first.ttlMs, second?.ttlMs ?? MAX_TTL_MS) };
    const failure = [first, second].find(
      (response) => response?.error && !UNKNOWN.has(response.error.code ?? ''),
    )?.error;
    // The machine may have other name servers by now, which a resolver reads when it is created.
    if (failure) resolver = createResolver();
    if (failure && failure.code !== NO_SERVER) throw failure;
    return askSystem(name);
  };

  const remember = (name: string): CacheEntry => {
    const found = find(name);
    const entry: CacheEntry = {
      addresses: found.then(({ addresses }) => addresses),
      until: Number.POSITIVE_INFINITY,
    };
    found.then(
      ({ ttlMs }) => {
        entry.until = clock.monotonic() + ttlMs;
      },
      () => {
        entry.until = clock.monotonic() + FAILURE_TTL_MS;
      },
    );
    cache.delete(name);
    cache.set(name, entry);
    const [oldest] = cache.keys();
    if (cache.size > MAX_NAMES && oldest !== undefined) cache.delete(oldest);
    return entry;
  };

  return (hostname) => {
    const name = hostname.toLowerCase().replace(/\.$/, '');
    const entry = cache.get(name);
    return (entry && clock.monotonic() < entry.until ? entry : remember(name)).addresses;
  };
}

/** Queries addresses of both families. After those of one have arrived, it waits only briefly for the others. */
async function askServers(
  resolver: Resolver,
  name: string,
  clock: Pick<Clock, 'after'>,
): Promise<readonly [FamilyResponse, FamilyResponse | undefined]> {
  const four = responseOf(resolver.resolve4(name, { ttl: true }), 4);
  const six = responseOf(resolver.resolve6(name, { ttl: true }), 6);
  const first = await Promise.race([four, six]);
  const other = Promise.all([four, six]).then((both) => both.find((response) => response !== first));
  if (first.addresses.length === 0) return [first, await other];
  let cancel: (() => void) | undefined;
  const late = new Promise<undefined>((resolve) => {
    cancel = clock.after(OTHER_FAMILY_MS, () => resolve(undefined));
  });
  const second = await Promise.race([other, late]);
  cancel?.();
  return [first, second];
}

async function responseOf(
  asked: Promise<readonly { readonly address: string; readonly ttl: number }[]>,
  family: number,
): Promise<FamilyResponse> {
  try {
    const records = await asked;
    const ttlMs = 1000 * Math.min(...records.map(({ ttl }) => ttl));
    return {
      addresses: records.map(({ address }) => ({ address, family })),
      ttlMs: Math.min(Math.max(ttlMs, MIN_TTL_MS), MAX_TTL_MS),
    };
  } catch (error) {
    return { addresses: [], ttlMs: MAX_TTL_MS, error: error as NodeJS.ErrnoException };
  }
}

function byFamily(one: ResolvedAddress, other: ResolvedAddress): number {
  return one.family - other.family;
}
