import { request as requestPlainly } from 'node:http';
import { request as requestSecurely } from 'node:https';
import { isIPv6, type Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import { classifyNodeFailure, PlatformError } from '@portcullis/plugin-api';
import { proxyRefusal } from './proxy-refusal.ts';

/** The options of a tunnel. */
export interface Tunnel {
  /** An http or https URL, with user and password if the proxy requires them. */
  readonly proxy: string;
  /** The target of the tunnel. The proxy resolves a name. */
  readonly host: string;
  readonly port: number;
  /** Certificates (PEM) to trust in addition to those of Node, for an https proxy. @default none */
  readonly certificateAuthorities?: readonly string[];
}

/**
 * Opens a tunnel through an HTTP proxy: a socket for any protocol. Source: RFC 9110, 9.3.6 CONNECT.
 *
 * @param onSocket - receives the socket as soon as it exists, so that it can be destroyed.
 * @throws PlatformError `network` if the proxy refuses, or with the class of the failure if the proxy is unreachable.
 * Rejects with the reason of the signal after an abort.
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
        // Prevents an uncaught error before the driver adds its listener, and after it has removed it.
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

/** The message names the proxy as unreachable, not the platform, so that users check the right place. */
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
