import type { RateLimiter } from '../../kernel/time/rate-limiter.ts';
import type { Clock } from '../../ports/clock.ts';
import type { TenantStore } from '../../ports/store/store.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import type { ManualSend } from './manual-sender.ts';

/** Dependencies of what a user sends. */
export interface ManualSendDependencies {
  readonly tenant: string;
  readonly store: TenantStore;
  readonly clock: Clock;
  /** Limits the sends of a user in one minute. */
  readonly manualSends: RateLimiter<string>;
  readonly dispatcher: {
    sendManually(send: ManualSend): Promise<OwnedRow<'attempts'>>;
  };
}
