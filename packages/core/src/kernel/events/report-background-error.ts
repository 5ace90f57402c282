import type { Logger } from '../../ports/logger.ts';
import { errorFacts } from '../errors/error-facts.ts';
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
  logger.error(line, { task, ...details, ...errorFacts(error) });
  events.emit('background.error', backgroundError(task, error));
}

/** Returns the event `background.error` for the failure of a task. */
export function backgroundError(task: string, failure: unknown): InstanceEvents['background.error'] {
  const { code, error: message } = errorFacts(failure);
  return { task, ...(code !== undefined && { code }), message };
}
