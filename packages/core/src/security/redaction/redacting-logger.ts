import type { Logger } from '../../ports/logger.ts';
import { scrubValue } from './redact-value.ts';
import type { Scrub } from './redactor.ts';

/** A logger for code that may know secrets: what it says passes through the scrubber, with the given facts beside it. */
export function createScrubbedLogger(
  logger: Logger,
  scrub: Scrub,
  facts: Readonly<Record<string, unknown>> = {},
): Logger {
  const through =
    (level: keyof Logger): Logger['info'] =>
    (message, details = {}) =>
      logger[level](scrub(String(message)), { ...(scrubValue(details, scrub) as object), ...facts });
  return { debug: through('debug'), info: through('info'), warn: through('warn'), error: through('error') };
}
