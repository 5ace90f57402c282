import type { Row } from '../../ports/store/tables.ts';

/** The state of an endpoint's breaker, which decides whether deliveries may be sent now. */
export interface BreakerState {
  /** The time until which nothing may be sent, in milliseconds since 1970; null if deliveries may be sent. */
  readonly blockedUntil: number | null;
  /** True when only one delivery may be sent, as the half-open probe. */
  readonly probe: boolean;
}

/** Returns the state of an endpoint's breaker. A pause that the receiver requested blocks deliveries like an open breaker. */
export function breakerState(
  { quietUntil, breakerUntil }: Pick<Row<'webhooks'>, 'quietUntil' | 'breakerUntil'>,
  now: number,
): BreakerState {
  const blockedUntil = Math.max(quietUntil ?? 0, breakerUntil ?? 0);
  if (blockedUntil > now) return { blockedUntil, probe: false };
  return { blockedUntil: null, probe: breakerUntil !== null };
}
