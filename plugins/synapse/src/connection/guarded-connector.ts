import type { lookup as lookUpName } from 'node:dns';
import { isIP, Socket } from 'node:net';
import { PlatformError } from '@portcullis/plugin-api';
import { guardedLookup, isLocalAddress } from '@portcullis/plugin-network';
import type { Connector } from './driver.ts';

/** What a connector needs. */
export interface ConnectorParts {
  readonly localPorts: readonly number[];
  /** Hears of the socket as soon as there is one, so that it can be cut. */
  onSocket(socket: Socket): void;
  /** The resolver. @default the operating system's */
  readonly lookup?: typeof lookUpName;
}

/**
 * Makes what opens sockets for the driver. It lets go before the first packet when the host, or one of the addresses of its name, is
 * this machine or link-local, unless the port is a local one that was named: hosts come from users, and an attempt would tell them
 * which ports are open here. The same holds for where a gateway redirects to.
 */
export function createConnector({ localPorts, onSocket, lookup }: ConnectorParts): Connector {
  return ({ host, port }, _lookup, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const mayConnect = (address: string): boolean => localPorts.includes(port) || !isLocalAddress(address);
      const refusal = (): PlatformError =>
        new PlatformError({ failureClass: 'invalid-input', message: refusalOf(localPorts) });
      if (isIP(host) !== 0 && !mayConnect(host)) {
        reject(refusal());
        return;
      }
      const socket = new Socket();
      onSocket(socket);
      const abandon = (): void => {
        socket.destroy();
        reject(signal.reason);
      };
      const fail = (error: Error): void => {
        signal.removeEventListener('abort', abandon);
        reject(error);
      };
      signal.addEventListener('abort', abandon, { once: true });
      socket.once('error', fail);
      socket.connect({ host, port, lookup: guardedLookup(mayConnect, refusal, lookup) }, () => {
        signal.removeEventListener('abort', abandon);
        socket.removeListener('error', fail);
        resolve(socket);
      });
    });
}

function refusalOf(localPorts: readonly number[]): string {
  const found = 'The host leads to this machine or to a link-local address.';
  if (localPorts.length === 0) return `${found} Give the dedicated SQL endpoint of a workspace.`;
  return `${found} Here, only these ports may be connected to: ${localPorts.join(', ')}.`;
}
