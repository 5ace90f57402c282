import type { DeliveryStatistics } from '@portcullis/client';

/** The attempts of a period, by outcome. */
export type Counts = Omit<DeliveryStatistics['total'], never>;

/** An outcome of an attempt. */
export type Outcome = keyof Counts['attempts'];

/** The outcomes with their names, the success first. */
export const OUTCOMES: readonly (readonly [Outcome, string])[] = [
  ['succeeded', 'Succeeded'],
  ['redirected', 'Redirected (3xx)'],
  ['refused', 'Refused (4xx)'],
  ['receiverError', 'Receiver error (5xx)'],
  ['noPublicAddress', 'No public address'],
  ['noConnection', 'No connection'],
  ['noResponse', 'No response'],
  ['interrupted', 'Interrupted'],
];

/** Returns the number of all attempts. */
export function attemptsOf({ attempts }: Counts): number {
  return OUTCOMES.reduce((sum, [outcome]) => sum + attempts[outcome], 0);
}

/** Returns the number of failed attempts. */
export function failuresOf(counts: Counts): number {
  return attemptsOf(counts) - counts.attempts.succeeded;
}

/** Returns a part of a whole as text, without rounding a part to none or to all. */
export function shareText(part: number, whole: number): string {
  if (whole === 0) return '–';
  const percent = (part / whole) * 100;
  if (part > 0 && percent < 0.1) return 'below 0.1 %';
  if (part < whole && percent > 99.9) return 'above 99.9 %';
  return `${Number(percent.toFixed(1))} %`;
}

/** Returns a latency as text. */
export function latencyText(milliseconds: number): string {
  return milliseconds < 1000 ? `${milliseconds} ms` : `${milliseconds / 1000} s`;
}
