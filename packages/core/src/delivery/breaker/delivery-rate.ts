const MICROS = 1000;
/** The largest difference between the clocks of two nodes, in milliseconds. */
const MAX_SKEW_MS = 60_000;

/** The number of deliveries that a rate-limited endpoint queue may send now. */
export interface RateAllowance {
  /** Deliveries that may be sent now. */
  readonly count: number;
  /** The time of the next permitted delivery if `count` is 0, in milliseconds since 1970. */
  readonly nextAt: number;
}

/**
 * Returns how many deliveries a rate permits now, by the generic cell rate algorithm. A burst is a tenth of the rate per second,
 * at least one delivery, so that a window of any length contains at most its share and one burst. Source: ITU-T I.371, annex A.
 *
 * @param theoretical - the theoretical due time of the next delivery, in microseconds since 1970; null when none was sent.
 * @param now - milliseconds since 1970.
 */
export function allowanceAt(theoretical: number | null, ratePerSecond: number, now: number): RateAllowance {
  const interval = intervalOf(ratePerSecond);
  const earliest = notBefore(theoretical, ratePerSecond, now) - toleranceOf(ratePerSecond);
  const early = now * MICROS - earliest;
  if (early < 0) return { count: 0, nextAt: Math.ceil(earliest / MICROS) };
  return { count: Math.floor(early / interval) + 1, nextAt: now };
}

/** Returns the theoretical due time of the next delivery after `count` are sent now. */
export function theoreticalAfter(
  theoretical: number | null,
  ratePerSecond: number,
  now: number,
  count: number,
): number {
  return Math.round(notBefore(theoretical, ratePerSecond, now) + count * intervalOf(ratePerSecond));
}

/**
 * Returns the theoretical due time of the next delivery. A time further ahead than the rate can produce was written by a clock
 * that was ahead.
 */
function notBefore(theoretical: number | null, ratePerSecond: number, now: number): number {
  const present = now * MICROS;
  const most = present + toleranceOf(ratePerSecond) + intervalOf(ratePerSecond) + MAX_SKEW_MS * MICROS;
  return theoretical === null || theoretical > most ? present : Math.max(theoretical, present);
}

function intervalOf(ratePerSecond: number): number {
  return 1_000_000 / ratePerSecond;
}

function toleranceOf(ratePerSecond: number): number {
  const burst = Math.max(1, Math.floor(ratePerSecond / 10));
  return (burst - 1) * intervalOf(ratePerSecond);
}
