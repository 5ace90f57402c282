import type { Logger } from '../../ports/logger.ts';
import { errorMessage } from '../errors/error-message.ts';
import type { InstanceEvents } from './instance-events.ts';
import type { TypedEventSink } from './typed-events.ts';

/** The receivers of failures of background work. */
export interface BackgroundErrorSinks {
  readonly events: TypedEventSink<InstanceEvents>;
  readonly logger: Logger;
}

/** The task that failed. */
export interface FailedTask {
  readonly task: string;
  /** The message of the line in the log. */
  readonly line: string;
  /** More details of the line. */
  readonly details?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * Reports a failure of background work, for which no caller waits: as a line of the log and as the event `background.error`. Both have
 * the task, and the code of the error if it has one.
 */
export function reportBackgroundError(
  { events, logger }: BackgroundErrorSinks,
  { task, line, details }: FailedTask,
  error: unknown,
): void {
  const message = errorMessage(error);
  const { code, help } = (error ?? {}) as { readonly code?: unknown; readonly help?: unknown };
  const coded = typeof code === 'string' ? { code } : {};
  logger.error(line, { task, ...details, ...coded, error: message, ...(typeof help === 'string' && { help }) });
  events.emit('background.error', { task, ...coded, message });
}
