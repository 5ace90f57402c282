import { request as requestPlainly } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { isIPv6, type Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import { classifyNodeFailure, PlatformError } from '@portcullis/plugin-api';
import { proxyRefusal } from './proxy-refusal.ts';

/** A tunnel to be opened. */
export interface Tunnel {
  /** An http or https URL, with user and password where the proxy asks for them. */
  readonly proxy: string;
  /** Where the tunnel leads. A name is resolved by the proxy. */
  readonly host: string;
  readonly port: number;
  /** Certificates (PEM) to trust besides those of Node, for an https proxy. @default none */
  readonly certificateAuthorities?: readonly string[];
}

/**
 * Opens a tunnel through an HTTP proxy: a socket on which any protocol can be spoken. Source: RFC 9110, 9.3.6 CONNECT.
 *
 * @param onSocket - hears of the socket as soon as there is one, so that it can be cut.
 * @throws PlatformError `network` where the proxy refuses, or with the class of what keeps it from being reached; the reason of the
 * signal.
 */
export function openTunnel(tunnel: Tunnel, signal: AbortSignal, onSocket?: (socket: Socket) => void): Promise<Socket> {
  const { proxy, host, port, certificateAuthorities = [] } = tunnel;
  const { protocol, hostname, port: proxyPort, username, password } = new URL(proxy);
  const isSecure = protocol === 'https:';
  const target = `${isIPv6(host) ? `[${host}]` : host}:${port}`;
  const account = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const authorization = username === '' ? {} : { 'proxy-authorization': `Basic ${toBase64(account)}` };
  const options = {
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(proxyPort || (isSecure ? 443 : 80)),
    method: 'CONNECT',
    path: target,
    headers: { host: target, ...authorization },
    agent: false,
    signal,
  };
  return new Promise((resolve, reject) => {
    const asking = isSecure
      ? requestSecurely({ ...options, ca: [...rootCertificates, ...certificateAuthorities] })
      : requestPlainly(options);
    if (onSocket) asking.once('socket', onSocket);
    asking.once('connect', ({ statusCode = 0 }, socket: Socket, first: Buffer) => {
      if (statusCode >= 200 && statusCode < 300) {
        if (first.length > 0) socket.unshift(first);
        // Until the driver listens, and after it has let go, an error must not be one without a listener.
        socket.on('error', () => {});
        resolve(socket);
      } else {
        socket.destroy();
        reject(proxyRefusal(statusCode));
      }
    });
    asking.once('error', (error) => reject(signal.aborted ? signal.reason : unreachable(error)));
    asking.end();
  });
}

function toBase64(text: string): string {
  return Buffer.from(text).toString('base64');
}

/** It is the proxy that is unreachable, not the platform: otherwise people would look for the fault in the wrong place. */
function unreachable(cause: Error): PlatformError {
  const found = classifyNodeFailure(cause);
  return new PlatformError({
    failureClass: found?.class ?? 'network',
    message: `The proxy could not be reached. ${found?.message ?? 'The connection failed.'}`,
    vendorCode: found?.code,
    help: 'Ask the operator of the service to check the option proxy of the plugin.',
    cause,
  });
}
