import type { Incoming } from '../exchange/incoming.ts';
import { requestIdOf } from '../parameters/request-id.ts';
import { pathOf } from './base-path.ts';

/** A request and its facts before its route is known. */
export interface Arrival {
  readonly incoming: Incoming;
  readonly basePath: string;
  readonly path: string;
  readonly requestId: string;
}

/** Returns the arrival of a request below a base path. */
export function arrivalOf(incoming: Incoming, basePath: string): Arrival {
  return { incoming, basePath, path: pathOf(incoming.url), requestId: requestIdOf(incoming.headers) };
}
