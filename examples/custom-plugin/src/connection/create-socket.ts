import { isIP, Socket } from 'node:net';
import { guardedLookup, isLocalAddress } from '@portcullis/plugin-network';
import type { Settings } from '../options.ts';
import { localHost } from './local-host.ts';

/**
 * Creates the socket of a connection. It fails before the first packet if the host resolves to this machine or to a
 * link-local address: hosts come from users of the API, and an attempt would reveal open ports of this machine.
 */
export function createSocket({ localHosts }: Pick<Settings, 'localHosts'>): Socket {
  const socket = new Socket();
  if (localHosts === 'allowed') return socket;
  const open = socket.connect.bind(socket);
  const connect = (port: number, host: string): Socket => {
    if (isIP(host) === 0 || !isLocalAddress(host)) {
      return open({ port, host, lookup: guardedLookup((address) => !isLocalAddress(address), localHost) });
    }
    process.nextTick(() => socket.destroy(localHost()));
    return socket;
  };
  return Object.assign(socket, { connect });
}
