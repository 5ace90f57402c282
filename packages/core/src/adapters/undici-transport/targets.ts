import type { AddressGuard } from '../../security/address-guard/address-guard.ts';

/** The parts of a URL that a request needs. */
export interface Target {
  readonly origin: string;
  readonly path: string;
}

/** URLs that are remembered: more than are busy at once. */
const LIMIT = 10_000;

/**
 * Takes URLs apart and has the guard judge their text, once for many requests.
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
