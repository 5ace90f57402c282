import { signal } from '@preact/signals';
import { type Place, parseHash, toHash } from './route.ts';

/** Returns the current address of the console. */
export const place = signal<Place>(parseHash(location.hash));

addEventListener('hashchange', () => {
  place.value = parseHash(location.hash);
});

/** Navigates to another address. */
export function goTo(...path: readonly (string | number)[]): void {
  location.hash = toHash(path);
}

/** Changes the query of the page without a history entry. */
export function setQuery(query: Readonly<Record<string, string>>): void {
  const hash = toHash(place.peek().path, query);
  history.replaceState(null, '', hash);
  place.value = parseHash(hash);
}
