import { lookup as lookUpName } from 'node:dns';
import { BlockList, isIP, type LookupFunction, Socket } from 'node:net';
import { PlatformError } from '@portcullis/plugin-api';
import type { Connector } from './driver.ts';

/**
 * Addresses where no pool ever is: this machine, and link-local ones such as the metadata service of a cloud. Private ranges are not
 * among them, since pools are reached through private endpoints.
 */
const NEVER_A_POOL = new BlockList();
NEVER_A_POOL.addSubnet('0.0.0.0', 8, 'ipv4');
NEVER_A_POOL.addSubnet('127.0.0.0', 8, 'ipv4');
NEVER_A_POOL.addSubnet('169.254.0.0', 16, 'ipv4');
NEVER_A_POOL.addAddress('168.63.129.16', 'ipv4');
NEVER_A_POOL.addAddress('::', 'ipv6');
NEVER_A_POOL.addAddress('::1', 'ipv6');
NEVER_A_POOL.addSubnet('fe80::', 10, 'ipv6');

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
export function createConnector({ localPorts, onSocket, lookup = lookUpName }: ConnectorParts): Connector {
  return ({ host, port }, _lookup, signal) =>
    new Promise((resolve, reject) => {
      signal.throwIfAborted();
      const mayConnect = (address: string): boolean => localPorts.includes(port) || !isNeverAPool(address);
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
      socket.connect({ host, port, lookup: guardedLookup(lookup, mayConnect, refusal) }, () => {
        signal.removeEventListener('abort', abandon);
        socket.removeListener('error', fail);
        resolve(socket);
      });
    });
}

/** One refused address refuses the name. */
function guardedLookup(
  lookup: typeof lookUpName,
  mayConnect: (address: string) => boolean,
  refusal: () => Error,
): LookupFunction {
  return (host, options, answer) => {
    lookup(host, { ...options, all: true }, (error, addresses) => {
      if (error) return answer(error, '');
      if (!addresses.every(({ address }) => mayConnect(address))) return answer(refusal(), '');
      if (options.all) return answer(null, addresses);
      return answer(null, addresses[0]?.address ?? '', addresses[0]?.family);
    });
  };
}

function refusalOf(localPorts: readonly number[]): string {
  const found = 'The host leads to this machine or to a link-local address.';
  if (localPorts.length === 0) return `${found} Give the dedicated SQL endpoint of a workspace.`;
  return `${found} Here, only these ports may be connected to: ${localPorts.join(', ')}.`;
}

/** Whether an address is one where no pool ever is. `168.63.129.16` is the platform's own ("What is IP address 168.63.129.16?"). */
function isNeverAPool(address: string): boolean {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
  return isIP(address) === 0 || NEVER_A_POOL.check(address, family);
}
