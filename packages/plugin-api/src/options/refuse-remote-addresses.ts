import { invalidOption } from './invalid-option.ts';
import { isWebUrl } from './is-web-url.ts';

/** The names of this machine in URLs. */
const LOOPBACK: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];

/**
 * Refuses addresses of emulators that are not on this machine. They replace the addresses of a platform, so another machine
 * would receive its credentials.
 *
 * @example
 * ```ts
 * refuseRemoteAddresses('acme()', { endpoint });
 * ```
 * @param factory - the call in the words of the host: `acme()`.
 * @param addresses - the values by the names of their options.
 * @throws PortcullisError `OPTIONS_INVALID`
 */
export function refuseRemoteAddresses(factory: string, addresses: Readonly<Record<string, string>>): void {
  for (const [name, address] of Object.entries(addresses)) {
    if (isWebUrl(address) && LOOPBACK.includes(URL.parse(address)?.hostname ?? '')) continue;
    throw invalidOption(
      `${factory} got an address for "${name}" that is not on this machine.`,
      'Leave it out, or use the address of an emulator, such as http://127.0.0.1:<port>.',
    );
  }
}
