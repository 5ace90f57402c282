const MICROS = 1000;
/** The largest difference between the clocks of two nodes, in milliseconds. */
const MAX_SKEW_MS = 60_000;

/** The number of deliveries that a rate-limited endpoint queue may send now. */
export interface RateAllowance {
  /** Deliveries that conform now. */
  readonly count: number;
  /** When the next one conforms if `count` is 0, in milliseconds since 1970. */
  readonly nextAt: number;
}

/**
 * Returns how many deliveries conform to a rate at this moment, by the generic cell rate algorithm. A burst is a tenth of a
 * second's worth, at least one, so that a window of any length holds at most its share and one burst. Source: ITU-T I.371,
 * annex A.
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

/** When the next delivery is due in theory once `count` are sent now. */
export function theoreticalAfter(
  theoretical: number | null,
  ratePerSecond: number,
  now: number,
  count: number,
): number {
  return Math.round(notBefore(theoretical, ratePerSecond, now) + count * intervalOf(ratePerSecond));
}

/** When the next delivery is due in theory. What lies further ahead than a rate can come was written by a clock that was ahead. */
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
