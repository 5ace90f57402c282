import type { EndedAttempt } from '../attempt/attempt-outcome.ts';
import type { ClaimedDelivery } from './claimed-delivery.ts';

/** A claimed delivery whose attempt has ended. */
export interface EndedDelivery {
  readonly claimed: ClaimedDelivery;
  readonly attempt: EndedAttempt;
}
