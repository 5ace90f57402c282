import { errorMessage } from '../kernel/errors/error-message.ts';
import type { Logger } from '../ports/logger.ts';

/**
 * Returns a logger whose failures do not reach its callers: an error in a log line would otherwise interrupt the work that it is about,
 * after a commit as well. The first failure is a warning of the process.
 */
export function guardLogger(logger: Logger): Logger {
  let hasFailed = false;
  const report = (error: unknown): void => {
    if (!hasFailed) process.emitWarning(`The logger of the instance has failed: ${errorMessage(error)}`);
    hasFailed = true;
  };
  const write =
    (level: keyof Logger) =>
    (...line: Parameters<Logger['error']>): void => {
      try {
        const result: unknown = logger[level](...line);
        if (result instanceof Promise) result.catch(report);
      } catch (error) {
        report(error);
      }
    };
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
