import type { Incoming } from '../exchange/incoming.ts';
import { requestIdOf } from '../parameters/request-id.ts';
import { pathOf } from './base-path.ts';

/** A request and its facts before its route is known. */
export interface UnroutedRequest {
  readonly incoming: Incoming;
  readonly basePath: string;
  readonly path: string;
  readonly requestId: string;
}

/** Returns a request below a base path. */
export function unroutedRequestOf(incoming: Incoming, basePath: string): UnroutedRequest {
  return { incoming, basePath, path: pathOf(incoming.url), requestId: requestIdOf(incoming.headers) };
}
