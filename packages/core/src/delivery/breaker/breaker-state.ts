import type { Row } from '../../ports/store/tables.ts';

/** The breaker's answer to whether deliveries to an endpoint may be made now. */
export interface BreakerState {
  /** Until when nothing may be sent, in milliseconds since 1970; null when it may be. */
  readonly closedUntil: number | null;
  /** True when one delivery is sent as the half-open probe. */
  readonly probe: boolean;
}

/** Reads the state of an endpoint: the pause that its receiver asked for, then its breaker. */
export function breakerState(
  { quietUntil, breakerUntil }: Pick<Row<'webhooks'>, 'quietUntil' | 'breakerUntil'>,
  now: number,
): BreakerState {
  const closedUntil = Math.max(quietUntil ?? 0, breakerUntil ?? 0);
  if (closedUntil > now) return { closedUntil, probe: false };
  return { closedUntil: null, probe: breakerUntil !== null };
}
