import { type CellRate, permittedCells, theoreticalArrival } from '../../kernel/time/cell-rate.ts';
import { MAX_CLOCK_SKEW_MS } from '../../kernel/time/clock-skew.ts';

const MICROS = 1000;

/** The number of deliveries that a rate-limited endpoint queue may send now. */
export interface RateAllowance {
  /** Deliveries that may be sent now. */
  readonly count: number;
  /** The time of the next permitted delivery if `count` is 0, in milliseconds since 1970. */
  readonly nextAt: number;
}

/**
 * Returns how many deliveries a rate permits now. A burst is a tenth of the rate per second, at least one delivery, so that a
 * window of any length contains at most its share and one burst.
 *
 * @param theoretical - the theoretical due time of the next delivery, in microseconds since 1970; null when none was sent.
 * @param now - milliseconds since 1970.
 */
export function allowanceAt(theoretical: number | null, ratePerSecond: number, now: number): RateAllowance {
  const rate = rateOf(ratePerSecond);
  const { count, earliest } = permittedCells(trusted(theoretical, rate, now), rate, now * MICROS);
  return { count, nextAt: count === 0 ? Math.ceil(earliest / MICROS) : now };
}

/** Returns the theoretical due time of the next delivery after `count` are sent now. */
export function theoreticalAfter(
  theoretical: number | null,
  ratePerSecond: number,
  now: number,
  count: number,
): number {
  const rate = rateOf(ratePerSecond);
  return Math.round(theoreticalArrival(trusted(theoretical, rate, now), rate, now * MICROS, count));
}

/** A time further ahead than the rate can produce was written by a clock that was ahead. */
function trusted(theoretical: number | null, { interval, burst }: CellRate, now: number): number {
  const present = now * MICROS;
  const most = present + burst * interval + MAX_CLOCK_SKEW_MS * MICROS;
  return theoretical === null || theoretical > most ? present : theoretical;
}

function rateOf(ratePerSecond: number): CellRate {
  return { interval: 1_000_000 / ratePerSecond, burst: Math.max(1, Math.floor(ratePerSecond / 10)) };
}
