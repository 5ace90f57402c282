import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type Socket } from 'node:net';
import type { ProxyAddress } from '../../options/webhook-proxy.ts';

/** The target of a tunnel. */
export interface TunnelTarget {
  readonly hostname: string;
  readonly port: number;
}

/** Callbacks while a tunnel is established. */
export interface TunnelProgress {
  /** Called with the function that aborts the tunnel. */
  started(abandon: (reason: Error) => void): void;
  /** Called when the proxy has the request; later failures concern the target. */
  asked(): void;
}

/** Responses that report an unreachable target; others concern the proxy and its permissions. Source: RFC 9110, 15.6. */
const TARGET_UNREACHABLE: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Opens a tunnel through a proxy to a receiver. Source: RFC 9110, 9.3.6 "CONNECT". Unlike `openTunnel` of plugins, it reports its
 * phases to the attempt and distinguishes faults of the proxy from those of the receiver.
 *
 * @throws Error with the code `PROXY_<status>` and `isProxyFault` if the proxy does not respond 2xx, or with the code of the
 * connection to the proxy.
 */
export function openReceiverTunnel(
  proxy: ProxyAddress,
  target: TunnelTarget,
  progress: TunnelProgress,
): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const authority = `${isIP(target.hostname) === 6 ? `[${target.hostname}]` : target.hostname}:${target.port}`;
    const request: ClientRequest = (proxy.secure ? requestHttps : requestHttp)({
      host: proxy.host,
      port: proxy.port,
      method: 'CONNECT',
      path: authority,
      agent: false,
      headers: {
        host: authority,
        ...(proxy.authorization === undefined ? {} : { 'proxy-authorization': proxy.authorization }),
      },
    });
    progress.started((reason) => request.destroy(reason));
    request.once('socket', (socket) => socket.once(proxy.secure ? 'secureConnect' : 'connect', progress.asked));
    request.once('connect', ({ statusCode = 0 }: IncomingMessage, socket: Socket, head: Buffer) => {
      if (statusCode < 200 || statusCode > 299) {
        socket.destroy();
        return reject(proxyRefused(statusCode));
      }
      if (head.length > 0) socket.unshift(head);
      resolve(socket);
    });
    request.once('response', (response) => {
      response.destroy();
      reject(proxyRefused(response.statusCode ?? 0));
    });
    request.once('error', (error) => reject(Object.assign(error, { isProxyFault: true })));
    request.end();
  });
}

/** Returns whether a failure is a fault of the proxy and not of the receiver. */
export function isProxyFault(error: unknown): boolean {
  return error instanceof Error && 'isProxyFault' in error && error.isProxyFault === true;
}

function proxyRefused(statusCode: number): Error {
  const error = new Error(`The proxy answered ${statusCode}.`);
  return Object.assign(error, { code: `PROXY_${statusCode}`, isProxyFault: !TARGET_UNREACHABLE.has(statusCode) });
}
