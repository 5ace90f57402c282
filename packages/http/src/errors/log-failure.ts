import { type Logger, ServiceError } from '@portcullis/core';
import type { UnroutedRequest } from '../routing/unrouted-request.ts';

/**
 * Logs errors that are not the fault of the caller, with details that the caller does not get. It never logs the cause,
 * which may quote a statement.
 */
export function logFailure(
  logger: Logger | undefined,
  { requestId, path, incoming }: UnroutedRequest,
  error: unknown,
): void {
  if (ServiceError.isInstance(error) && error.statusCode !== 500) return;
  const { name, code, message, stack }: NodeJS.ErrnoException =
    error instanceof Error ? error : new Error(String(error));
  // The client has disconnected, and this has aborted the work.
  if (incoming.signal.aborted && name === 'AbortError') return;
  logger?.error('A request failed unexpectedly.', {
    requestId,
    method: incoming.method,
    path,
    error: { name, ...(code === undefined ? {} : { code }), message, stack },
  });
}
