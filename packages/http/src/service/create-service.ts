import { type Portcullis, ServiceError } from '@portcullis/core';
import { toResponse } from '../answers/to-response.ts';
import type { CheckedOptions } from '../check-options.ts';
import { toErrorAnswer } from '../errors/error-answer.ts';
import { logFailure } from '../errors/log-failure.ts';
import { pathOf } from '../routing/base-path.ts';
import type { RouterTargets } from '../routing/router.ts';
import { createCallReader } from './create-call-reader.ts';
import { createDocumentSource } from './create-document-source.ts';

/** Not in any standard, yet what logs use for a caller that has gone away. Nobody reads the answer. */
const CLIENT_CLOSED_REQUEST = 499;

/** Answers requests whose route is known, and those that have none. */
export function createService(portcullis: Portcullis, options: CheckedOptions): RouterTargets {
  const readCall = createCallReader(portcullis, options, createDocumentSource(portcullis, options));

  const failed: RouterTargets['failed'] = (error, request, { requestId }) => {
    if (request.signal.aborted && !ServiceError.isInstance(error)) {
      return toResponse({ status: CLIENT_CLOSED_REQUEST }, requestId);
    }
    logFailure(options.logger, { requestId, method: request.method, path: pathOf(request.url) }, error);
    return toResponse(toErrorAnswer(error, requestId), requestId);
  };

  return {
    failed,
    async serve(route, request, id, arrival) {
      try {
        return toResponse(await route.run(await readCall(route, request, id, arrival)), arrival.requestId);
      } catch (error) {
        return failed(error, request, arrival);
      }
    },
    otherMethod(request, allowed, { requestId }) {
      const headers = { allow: allowed.join(', ') };
      if (request.method === 'OPTIONS') return toResponse({ status: 204, headers }, requestId);
      const message = `${pathOf(request.url)} does not have the method ${request.method}. It has ${headers.allow}.`;
      const answer = toErrorAnswer(new ServiceError('METHOD_NOT_ALLOWED', message), requestId);
      return toResponse({ ...answer, headers }, requestId);
    },
    nowhere(request, { basePath, requestId }) {
      const place = basePath === '' ? '' : ` The routes are below ${basePath}.`;
      const error = new ServiceError('ROUTE_NOT_FOUND', `No resource has the path ${pathOf(request.url)}.${place}`);
      return toResponse(toErrorAnswer(error, requestId), requestId);
    },
  };
}
