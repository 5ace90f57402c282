import type { AddressGuard } from '../../security/address-guard/address-guard.ts';

/** The parts of a URL that a request needs. */
export interface Target {
  readonly origin: string;
  readonly path: string;
}

/** Maximum number of cached URLs, which is more than are used at the same time. */
const LIMIT = 10_000;

/**
 * Creates a cache of parsed URLs whose text the guard has checked, once for many requests.
 *
 * @returns undefined for a URL that the guard refuses.
 */
export function createTargets(guard: Pick<AddressGuard, 'refuseUrl'>): (url: string) => Target | undefined {
  const known = new Map<string, Target | undefined>();

  const read = (text: string): Target | undefined => {
    if (guard.refuseUrl(text) !== undefined) return undefined;
    const url = new URL(text);
    return { origin: url.origin, path: `${url.pathname}${url.search}` };
  };

  return (url) => {
    if (known.has(url)) return known.get(url);
    if (known.size >= LIMIT) known.clear();
    const target = read(url);
    known.set(url, target);
    return target;
  };
}
