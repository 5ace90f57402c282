import { ServiceError } from '@portcullis/core';
import { entityTag } from '../parameters/preconditions.ts';
import { NO_STORE, type RouteResponse } from '../responses/route-response.ts';
import { bounded } from './bounded.ts';

const INTERNAL_MESSAGE = 'An unexpected error occurred. The log has the details under the requestId of this response.';

/**
 * Returns the response to an error: `{ statusCode, error, message }` with code, details, validationResults and
 * requestId if there are any. For an error other than a `ServiceError`, and for every 500, only the code leaves the
 * process.
 */
export function toErrorResponse(error: unknown, requestId: string): RouteResponse {
  const known = ServiceError.isInstance(error) ? error : new ServiceError('INTERNAL', INTERNAL_MESSAGE);
  const { code, statusCode, error: phrase, extras } = known;
  const internal = statusCode === 500;
  return {
    status: statusCode,
    headers: headersOf(known),
    body: {
      ...(internal ? {} : bounded(extras.body)),
      statusCode,
      error: phrase,
      message: internal ? INTERNAL_MESSAGE : bounded(known.message),
      code,
      ...(internal || extras.details === undefined ? {} : { details: bounded(extras.details) }),
      ...(internal || extras.validationResults === undefined ? {} : { validationResults: extras.validationResults }),
      requestId,
    },
  };
}

function headersOf({ code, statusCode, extras }: ServiceError): Readonly<Record<string, string>> {
  const { retryAfterSeconds, details } = extras;
  const current = details && 'current' in details ? details.current : undefined;
  return {
    ...NO_STORE,
    ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(Math.max(0, Math.ceil(retryAfterSeconds))) }),
    // After a version conflict, the caller needs the current version for the next attempt (RFC 9110, section 8.8.3).
    ...(code === 'VERSION_MISMATCH' && typeof current === 'number' ? { etag: entityTag(current) } : {}),
    // Otherwise the rest of the body would be read as the start of the next request.
    ...(code === 'BODY_TIMEOUT' ? { connection: 'close' } : {}),
    ...(statusCode === 401 ? { 'www-authenticate': challenge(code) } : {}),
  };
}

/** A request without credentials gets no error code. Source: RFC 6750, section 3. */
function challenge(code: string): string {
  return code === 'API_KEY_MISSING' ? 'Bearer realm="portcullis"' : 'Bearer realm="portcullis", error="invalid_token"';
}
