import { invalidOption } from './invalid-option.ts';
import { isWebUrl } from './is-web-url.ts';

/**
 * Refuses options that are not http or https URLs, such as a proxy. The error does not repeat a value, which may contain a
 * password. An option that is undefined is not checked.
 *
 * @example
 * ```ts
 * refuseInvalidUrls('acme()', { proxy });
 * ```
 * @param factory - the call in the words of the host: `acme()`.
 * @param urls - the values by the names of their options.
 * @throws PortcullisError `OPTIONS_INVALID`
 */
export function refuseInvalidUrls(factory: string, urls: Readonly<Record<string, string | undefined>>): void {
  for (const [name, url] of Object.entries(urls)) {
    if (url === undefined || isWebUrl(url)) continue;
    throw invalidOption(
      `${factory} got a value for "${name}" that is not a URL.`,
      'Use an http or https URL, with %25 for a percent sign in its password.',
    );
  }
}
