import type { JsonSender } from '@portcullis/plugin-network';
import { localHost } from './local-host.ts';

/** Loads the sender of requests on the first connection. @param endpoint - the address that replaces that of the platform. */
export type LoadSender = (endpoint?: string) => Promise<JsonSender>;

/**
 * Creates a sender that verifies TLS, follows no redirection, and refuses hosts on this machine, which only an endpoint in the options
 * may be.
 */
export async function loadSender(endpoint?: string): Promise<JsonSender> {
  const { createJsonSender, guardedLookup, isLocalAddress } = await import('@portcullis/plugin-network');
  return createJsonSender({
    platform: 'Lighthouse',
    ...(endpoint === undefined && { lookup: guardedLookup((address) => !isLocalAddress(address), localHost) }),
  });
}
