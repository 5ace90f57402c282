import { signal } from '@preact/signals';
import { type Place, parseHash, toHash } from './route.ts';

/** Where the console is now. */
export const place = signal<Place>(parseHash(location.hash));

addEventListener('hashchange', () => {
  place.value = parseHash(location.hash);
});

/** Goes somewhere else. */
export function goTo(...path: readonly (string | number)[]): void {
  location.hash = toHash(path);
}

/** Changes the query of the page without a step in the history. */
export function setQuery(query: Readonly<Record<string, string>>): void {
  const hash = toHash(place.peek().path, query);
  history.replaceState(null, '', hash);
  place.value = parseHash(hash);
}
