import { signal } from '@preact/signals';
import { parseHash, type Route, toHash } from './route.ts';

/** Returns the current address of the console. */
export const currentRoute = signal<Route>(parseHash(location.hash));

addEventListener('hashchange', () => {
  currentRoute.value = parseHash(location.hash);
});

/** Navigates to another address. */
export function goTo(...path: readonly (string | number)[]): void {
  location.hash = toHash(path);
}

/** Changes the query of the page without a history entry. */
export function setQuery(query: Readonly<Record<string, string>>): void {
  const hash = toHash(currentRoute.peek().path, query);
  history.replaceState(null, '', hash);
  currentRoute.value = parseHash(hash);
}
