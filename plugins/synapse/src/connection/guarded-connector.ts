import type { lookup as lookUpName } from 'node:dns';
import type { Socket } from 'node:net';
import { PlatformError } from '@portcullis/plugin-api';
import { createSocketOpener, isLocalAddress } from '@portcullis/plugin-network';
import type { Settings } from '../settings.ts';
import type { Connector } from './driver.ts';

/** Options of {@link createConnector}. */
export interface ConnectorOptions extends Partial<Pick<Settings, 'proxy' | 'certificateAuthorities'>> {
  readonly localPorts: readonly number[];
  /** Receives the socket as soon as it exists, so that it can be destroyed. */
  onSocket(socket: Socket): void;
  /** The resolver. @default the resolver of the operating system */
  readonly lookup?: typeof lookUpName;
}

/**
 * Creates a function that opens sockets for the driver. It refuses this machine and link-local addresses, except for
 * allowed local ports; the same applies to redirects of a gateway. With a proxy, it opens tunnels.
 */
export function createConnector({ localPorts, onSocket, ...rest }: ConnectorOptions): Connector {
  const open = createSocketOpener({
    ...rest,
    mayConnect: (address, port) => localPorts.includes(port) || !isLocalAddress(address),
    refuse: () => new PlatformError({ failureClass: 'invalid-input', message: refusalOf(localPorts) }),
  });
  return (address, _lookup, signal) => open(address, signal, onSocket);
}

function refusalOf(localPorts: readonly number[]): string {
  const found = 'The host resolves to this machine or to a link-local address.';
  if (localPorts.length === 0) return `${found} Enter the dedicated SQL endpoint of a workspace.`;
  return `${found} Only these ports may be used here: ${localPorts.join(', ')}.`;
}
