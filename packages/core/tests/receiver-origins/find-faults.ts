import { DEFAULT_SETTINGS } from '../../src/options/defaults.ts';
import type { OriginsEnd } from './run-origins.ts';

/** The code in the record of each kind. Null if the receiver responded. */
const CODES = {
  silent: 'ESOCKETTIMEDOUT',
  reset: 'ECONNRESET',
  closes: 'ECONNRESET',
  unavailable: null,
  unknown: null,
} as const;

const DEADLINE_MS = DEFAULT_SETTINGS.webhookDeadlineMs;
const JITTER = 0.2;

/** Returns the deviations from the documentation, one line each. */
export function findFaults({ attempts, statuses, openSockets }: OriginsEnd): readonly string[] {
  const schedule = DEFAULT_SETTINGS.webhookRetrySchedule;
  const lines: string[] = [];
  for (const [each, { kind, made }] of attempts.entries()) {
    if (made.length !== schedule.length + 1) lines.push(`receiver ${each}, ${kind}: ${made.length} attempts`);
    for (const [index, attempt] of made.entries()) {
      const name = `receiver ${each}, ${kind}, attempt ${index + 1}`;
      if (attempt.errorCode !== CODES[kind]) lines.push(`${name}: ${attempt.errorCode}`);
      const took = (attempt.endedAt ?? 0) - attempt.startedAt;
      if (kind === 'silent' && took !== DEADLINE_MS) lines.push(`${name}: took ${took} ms`);
      const before = made[index - 1];
      if (!before) continue;
      const waited = attempt.startedAt - (before.endedAt ?? 0);
      const planned = schedule[index - 1] ?? 0;
      // Outcomes are batched for a short time, and attempts of the other receivers come first.
      const isAsPlanned = waited >= planned * (1 - JITTER) && waited <= planned * (1 + JITTER) + DEADLINE_MS;
      if (!isAsPlanned) lines.push(`${name}: after ${waited} ms instead of ${planned}`);
    }
  }
  const others = statuses.filter((status) => status !== 'exhausted');
  if (others.length > 0) lines.push(`deliveries are ${others.join(', ')}`);
  if (openSockets > 0) lines.push(`${openSockets} connections are left`);
  return lines;
}
