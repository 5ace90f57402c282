/** A rate of cells. All its times are in one unit. */
export interface CellRate {
  /** The time between two cells. */
  readonly interval: number;
  /** Maximum number of cells at once after a pause. */
  readonly burst: number;
}

/** The cells that a rate permits at a time. */
export interface PermittedCells {
  readonly count: number;
  /** The time from which a cell is permitted. It is later than now if `count` is 0. */
  readonly earliest: number;
}

/**
 * Returns the cells that a rate permits now, by the generic cell rate algorithm. Source: ITU-T I.371, annex A.
 *
 * @param theoretical - the theoretical arrival time of the next cell: {@link theoreticalArrival} of the last one.
 */
export function permittedCells(theoretical: number, { interval, burst }: CellRate, now: number): PermittedCells {
  const earliest = Math.max(theoretical, now) - (burst - 1) * interval;
  const early = now - earliest;
  return { count: early < 0 ? 0 : Math.floor(early / interval) + 1, earliest };
}

/** Returns the theoretical arrival time of the next cell after `count` cells have arrived now. */
export function theoreticalArrival(theoretical: number, { interval }: CellRate, now: number, count: number): number {
  return Math.max(theoretical, now) + count * interval;
}
