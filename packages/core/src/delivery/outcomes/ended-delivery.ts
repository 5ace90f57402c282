import type { EndedAttempt } from '../attempt/attempt-outcome.ts';
import type { ClaimedDelivery } from '../claim/claimed-delivery.ts';

/** A claimed delivery whose attempt has ended. */
export interface EndedDelivery {
  readonly claimed: ClaimedDelivery;
  readonly attempt: EndedAttempt;
  /** Earlier interrupted attempts of the delivery, if this one was interrupted. @default 0 */
  readonly interruptions?: number | undefined;
}
