import { Agent, type AgentOptions } from 'node:https';
import type { Duplex } from 'node:stream';
import { type ConnectionOptions, connect as connectSecurely, rootCertificates } from 'node:tls';
import { openTunnel, type Tunnel } from './open-tunnel.ts';

/** Maximum duration of opening a tunnel, in milliseconds. */
const OPENING_MS = 10_000;

/**
 * Creates an agent for clients on `node:https`, such as the SDK of a vendor: each connection uses a tunnel of the
 * proxy.
 */
export function createTunnelAgent({ proxy, certificateAuthorities = [] }: Omit<Tunnel, 'host' | 'port'>): Agent {
  class TunnelAgent extends Agent {
    override createConnection(
      options: AgentOptions & ConnectionOptions,
      done: (error: Error | null, stream: Duplex) => void,
    ): undefined {
      const { host = '', port = 443 } = options;
      const tunnel = { proxy, host, port: Number(port), certificateAuthorities };
      openTunnel(tunnel, AbortSignal.timeout(OPENING_MS)).then(
        (socket) => done(null, connectSecurely({ ...options, socket, servername: options.servername || host })),
        // Callers check only the error.
        (error: Error) => done(error, undefined as never),
      );
    }
  }
  return new TunnelAgent({ keepAlive: true, ca: [...rootCertificates, ...certificateAuthorities] });
}
