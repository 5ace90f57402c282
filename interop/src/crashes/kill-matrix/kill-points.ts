import type { Recovery, Scenario } from './scenario.ts';
import type { KillPoint, KillPointCounts } from './victim-protocol.ts';

/** One kill, and the recovery from it. */
export interface PlannedKill {
  readonly kill: KillPoint;
  readonly recovery: Recovery;
}

/** Before and after each statement and each commit. Recoveries alternate. */
export function allKills({ recoveries }: Scenario, counts: KillPointCounts): readonly PlannedKill[] {
  const points = (['statement', 'commit'] as const).flatMap((what) =>
    Array.from({ length: counts[what] }, (_, index) => index + 1).flatMap((number) =>
      (['before', 'after'] as const).map((when): KillPoint => ({ what, number, when })),
    ),
  );
  // The index alone would always pair the same recovery with before and after.
  return points.map((kill, index) => ({
    kill,
    recovery: recoveries[(index + Math.floor(index / 2)) % recoveries.length] as Recovery,
  }));
}

/**
 * Returns a sample, spread evenly from the first to the last.
 *
 * @param at - the position of a sample of one, from 0 for the first to 1 for the last.
 */
export function sampled(kills: readonly PlannedKill[], count: number, at: number): readonly PlannedKill[] {
  if (kills.length <= count) return kills;
  if (count === 1) return [kills[Math.round((kills.length - 1) * at)] as PlannedKill];
  const step = (kills.length - 1) / (count - 1);
  return Array.from({ length: count }, (_, index) => kills[Math.round(index * step)] as PlannedKill);
}
