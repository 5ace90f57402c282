import type { Row } from '../../ports/store/tables.ts';

/** Whether deliveries to an endpoint may be made now. */
export interface BreakerState {
  /** Until when nothing may be sent, in milliseconds since 1970; null when it may be. */
  readonly closedUntil: number | null;
  /** Whether one delivery is to find out if the receiver is well again. */
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
