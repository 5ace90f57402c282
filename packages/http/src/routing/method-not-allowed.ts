import { ServiceError } from '@portcullis/core';
import { toErrorResponse } from '../errors/error-response.ts';
import type { RouteResponse } from '../responses/route-response.ts';
import type { UnroutedRequest } from './unrouted-request.ts';

/**
 * Returns the response to a request with a method that its path does not support.
 *
 * @param allow - the supported methods, as the header `Allow` lists them.
 */
export function methodNotAllowed({ incoming, path, requestId }: UnroutedRequest, allow: string): RouteResponse {
  const message = `${path} does not support the method ${incoming.method}. It supports ${allow}.`;
  const response = toErrorResponse(new ServiceError('METHOD_NOT_ALLOWED', message), requestId);
  return { ...response, headers: { ...response.headers, allow } };
}
