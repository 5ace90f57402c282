import type { ErrorCodeFacts } from './error-code-facts.ts';

/** Codes about requests: their form, their caller and their repetition. */
export const REQUEST_CODES = {
  BODY_INVALID: {
    statusCode: 400,
    error: 'Bad request',
    when: 'The body is not valid for the operation.',
    help: 'See details: each entry names a path and its problem.',
  },
  PARAMETER_INVALID: {
    statusCode: 400,
    error: 'Bad request',
    when: 'A path or query parameter has an invalid value.',
    help: 'See details for the parameter and its valid values.',
  },
  REDACTED_VALUE: {
    statusCode: 400,
    error: 'Bad request',
    when: 'The redaction marker was sent for a value that is not stored, or that would be sent to another place.',
    help: 'Send the real value.',
  },
  VERSION_MISMATCH: {
    statusCode: 412,
    error: 'Precondition Failed',
    when: 'If-Match names another version than the stored one.',
    help: 'Read the integration again and repeat your change.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    statusCode: 422,
    error: 'Unprocessable entity',
    when: 'The Idempotency-Key was used for another request.',
    help: 'Use a new key for each new request.',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    statusCode: 409,
    error: 'Conflict',
    when: 'A request with this Idempotency-Key is still running.',
    help: 'Wait and repeat the request.',
  },
  API_KEY_MISSING: {
    statusCode: 401,
    error: 'Unauthorized',
    when: 'The request carries no API key.',
    help: 'Send it in the Authorization header.',
  },
  API_KEY_INVALID: {
    statusCode: 401,
    error: 'Unauthorized',
    when: 'The API key is not known, has expired or was revoked.',
    help: 'Ask an administrator for a new key.',
  },
  API_KEY_NOT_FOUND: {
    statusCode: 404,
    error: 'Not found',
    when: 'No API key of the caller has this id.',
    help: 'List the keys to see their ids.',
  },
  PERMISSION_MISSING: {
    statusCode: 403,
    error: 'Forbidden',
    when: 'The caller lacks the permission that the operation requires.',
    help: 'Use a key with the permission that the message names.',
  },
  RATE_LIMITED: {
    statusCode: 429,
    error: 'Too Many Requests',
    when: 'The caller sent too many requests.',
    help: 'Wait as long as Retry-After says.',
  },
  ROUTE_NOT_FOUND: {
    statusCode: 404,
    error: 'Not found',
    when: 'No resource has this path.',
    help: 'See GET /openapi.json for the paths.',
  },
  METHOD_NOT_ALLOWED: {
    statusCode: 405,
    error: 'Method Not Allowed',
    when: 'The resource does not support this method.',
    help: 'Use one of the methods in the Allow header.',
  },
  NOT_ACCEPTABLE: {
    statusCode: 406,
    error: 'Not Acceptable',
    when: 'The response is not available in an accepted media type.',
    help: 'Accept application/json.',
  },
  BODY_TIMEOUT: {
    statusCode: 408,
    error: 'Request Timeout',
    when: 'The body did not arrive completely in time.',
    help: 'Send the request again. For slow connections, the host can raise bodyTimeoutMs.',
  },
  BODY_TOO_LARGE: {
    statusCode: 413,
    error: 'Payload Too Large',
    when: 'The body is larger than the limit.',
    help: 'Send a smaller body, or ask the operator of the service to raise the limit.',
  },
  MEDIA_TYPE_UNSUPPORTED: {
    statusCode: 415,
    error: 'Unsupported Media Type',
    when: 'The resource does not accept the Content-Type of the body.',
    help: 'Use one of the media types in the message.',
  },
} as const satisfies Readonly<Record<string, ErrorCodeFacts>>;
