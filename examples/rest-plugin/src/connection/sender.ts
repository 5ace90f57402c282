import type { JsonSender } from '@portcullis/plugin-network';
import { localHost } from './local-host.ts';

/** Loads the sender of requests on the first connection. */
export type LoadSender = () => Promise<JsonSender>;

/** Creates a sender that verifies TLS, follows no redirection, and refuses names that resolve to this machine. */
export async function loadSender(): Promise<JsonSender> {
  const { createJsonSender, guardedLookup, isLocalAddress } = await import('@portcullis/plugin-network');
  return createJsonSender({
    platform: 'Lighthouse',
    lookup: guardedLookup((address) => !isLocalAddress(address), localHost),
  });
}
