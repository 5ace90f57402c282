import type { Row } from '../../ports/store/tables.ts';

/** The state of an endpoint: whether deliveries to it may be sent now. */
export interface BreakerState {
  /** The time until which nothing may be sent, in milliseconds since 1970; null if deliveries may be sent. */
  readonly closedUntil: number | null;
  /** True when only one delivery may be sent, as the half-open probe. */
  readonly probe: boolean;
}

/** Returns the state of an endpoint: the pause that its receiver requested, then its breaker. */
export function breakerState(
  { quietUntil, breakerUntil }: Pick<Row<'webhooks'>, 'quietUntil' | 'breakerUntil'>,
  now: number,
): BreakerState {
  const closedUntil = Math.max(quietUntil ?? 0, breakerUntil ?? 0);
  if (closedUntil > now) return { closedUntil, probe: false };
  return { closedUntil: null, probe: breakerUntil !== null };
}
