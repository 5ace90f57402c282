import type { ConsoleSite } from '@portcullis/http';

/**
 * Makes the console. The HTTP package serves it below `/console` of wherever the API is.
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
