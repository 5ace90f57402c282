import { ServiceError } from '@portcullis/core';
import { toErrorResponse } from '../errors/error-response.ts';
import { exchangeHandlerOf } from '../exchange/exchange-handler.ts';
import type { Incoming } from '../exchange/incoming.ts';
import { type Outgoing, outgoingOf } from '../exchange/outgoing.ts';
import type { HttpHandler } from '../http-handler.ts';
import { requestIdOf } from '../parameters/request-id.ts';
import { finish } from '../responses/finish.ts';
import type { HostExchange } from './host-exchange.ts';
import { isCanonicalPath } from './is-canonical-path.ts';
import { createNodeIncoming } from './node-incoming.ts';

/** Methods that a `Request` cannot have. Source: Fetch standard, "forbidden method". */
const FORBIDDEN_METHODS = ['CONNECT', 'TRACE', 'TRACK'];

/**
 * Returns the response of a handler to a request of `node:http`. The response to a request with an invalid URL or header
 * is a 400 from here.
 *
 * @param mountPath - the path of the mount.
 * @returns undefined for a request that the host must answer: another path, an ambiguous path, or a method that a
 * `Request` cannot have.
 */
export async function responseExchange(
  handler: HttpHandler,
  mountPath: string,
  exchange: HostExchange,
): Promise<Outgoing | undefined> {
  if (mountPath !== '' && !mountPath.startsWith('/')) return undefined;
  const mounted = mountPath === '' ? handler : handler.under(mountPath);
  const [path = ''] = exchange.target.split('?', 1);
  if (!mounted.claims(path) || !isCanonicalPath(path)) return undefined;
  if (FORBIDDEN_METHODS.includes(exchange.message.method ?? '')) return undefined;
  let incoming: Incoming;
  try {
    incoming = createNodeIncoming(exchange);
  } catch (error) {
    if (!ServiceError.isInstance(error)) throw error;
    return refusal(exchange, error);
  }
  const exchangeHandler = exchangeHandlerOf(mounted);
  return exchangeHandler ? exchangeHandler(incoming) : outgoingOf(await mounted(incoming.request()));
}

function refusal({ message }: HostExchange, error: ServiceError): Outgoing {
  const { method = 'GET', headers } = message;
  const given = headers['x-request-id'];
  const requestId = requestIdOf({ get: () => (typeof given === 'string' ? given : null) });
  return finish(toErrorResponse(error, requestId), method, requestId);
}
