import { notPortcullisError } from './assert-json-response.ts';
import type { ServiceErrorCode } from './error-code.ts';
import type { Error as ErrorBody } from './generated/types.gen.ts';
import { isHealth } from './is-health.ts';
import { PortcullisError } from './portcullis-error.ts';

interface Call {
  readonly response: Response | undefined;
  readonly request: Request | undefined;
  readonly timeoutMs: number;
}

/**
 * Returns the error that a failed call rejects with: an error of the service by its code, an error of this package
 * without a response, or the caller's own reason after an abort.
 */
export function toPortcullisError(error: unknown, { response, request, timeoutMs }: Call): unknown {
  if (error instanceof PortcullisError || request === undefined) return error;
  if (response === undefined) return withoutResponse(error, request, timeoutMs);
  if (response.ok) return withoutResponse(error, request, timeoutMs);
  // `getHealth` resolves with it.
  if (isHealth(error) && request.url.endsWith('/healthz')) return error;
  return isErrorBody(error)
    ? ofService(error, response, request)
    : notPortcullisError(response, request, typeof error === 'string' ? error : '');
}

function isErrorBody(value: unknown): value is ErrorBody & { readonly code: ServiceErrorCode } {
  if (typeof value !== 'object' || value === null) return false;
  const { code, message, statusCode } = value as Partial<ErrorBody>;
  return typeof code === 'string' && typeof message === 'string' && typeof statusCode === 'number';
}

type ServiceErrorBody = ErrorBody & { readonly code: ServiceErrorCode; readonly errors?: readonly unknown[] };

function ofService(body: ServiceErrorBody, response: Response, request: Request) {
  const { code, message, validationResults, requestId } = body;
  // If several elements were sent and none was accepted, each has its own error.
  const details = body.details ?? body.errors;
  const retryAfter = response.headers.get('retry-after');
  return new PortcullisError({
    code,
    message,
    call: callOf(request),
    status: response.status,
    ...(details === undefined ? {} : { details }),
    ...(validationResults === undefined ? {} : { validationResults }),
    ...(requestId === undefined ? {} : { requestId }),
    ...(retryAfter === null ? {} : { retryAfterMs: Number(retryAfter) * 1000 }),
  });
}

/** Returns the error for a missing or interrupted response. */
function withoutResponse(cause: unknown, request: Request, timeoutMs: number): unknown {
  const call = callOf(request);
  const { origin } = new URL(request.url);
  const name = cause instanceof Error || cause instanceof DOMException ? cause.name : undefined;
  if (name === 'TimeoutError') {
    const message = `${call}: ${origin} did not respond within ${timeoutMs} ms. The server may still be working on it.`;
    return new PortcullisError({ code: 'TIMED_OUT', message, call, cause });
  }
  if (request.signal.aborted) return cause;
  return new PortcullisError({
    code: 'UNREACHABLE',
    message: `${call}: no response of ${origin}: ${reasonOf(cause)}`,
    call,
    cause,
  });
}

/** Returns the reason of an error. Errors of fetch usually have the details in their cause. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  const inner = cause instanceof Error ? cause.message || (cause as { readonly code?: string }).code : undefined;
  return inner ?? error.message;
}

function callOf({ method, url }: Request): string {
  return `${method} ${new URL(url).pathname}`;
}
