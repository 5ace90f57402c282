import type { ConsoleSite } from '@portcullis/http';

/**
 * Creates the console. The HTTP package serves it below `/console`, relative to the API.
 *
 * @example
 * ```ts
 * const handler = createHttpHandler(portcullis, { console: createConsole() });
 * ```
 */
export function createConsole(): ConsoleSite {
  return {
    async files() {
      const { readSite } = await import('#site');
      return readSite();
    },
  };
}
