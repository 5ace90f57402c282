import { type Logger, ServiceError } from '@portcullis/core';

/** The facts that identify the request. */
export interface FailedRequest {
  readonly requestId: string;
  readonly method: string;
  readonly path: string;
}

/**
 * Logs errors that are not the fault of the caller, with details that the caller does not get. It never logs the cause,
 * which may quote a statement.
 */
export function logFailure(logger: Logger | undefined, request: FailedRequest, error: unknown): void {
  if (ServiceError.isInstance(error) && error.statusCode !== 500) return;
  const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
  logger?.error('A request failed unexpectedly.', {
    ...request,
    error: { name, message, stack },
  });
}
