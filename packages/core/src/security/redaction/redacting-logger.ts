import type { Logger } from '../../ports/logger.ts';
import { redactValue } from './redact-value.ts';
import type { Redact } from './redactor.ts';

/** Creates a logger for code that may know secrets: its messages pass through the redactor, and the given facts are added. */
export function createRedactingLogger(
  logger: Logger,
  redact: Redact,
  facts: Readonly<Record<string, unknown>> = {},
): Logger {
  const through =
    (level: keyof Logger): Logger['info'] =>
    (message, details = {}) =>
      logger[level](redact(String(message)), { ...(redactValue(details, redact) as object), ...facts });
  return { debug: through('debug'), info: through('info'), warn: through('warn'), error: through('error') };
}
