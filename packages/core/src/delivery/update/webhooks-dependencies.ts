import type { Idempotency } from '../../idempotency/idempotency.ts';
import type { RateLimiter } from '../../kernel/time/rate-limiter.ts';
import type { TenantLimiter } from '../../limits/tenant-limiter.ts';
import type { HostCallbacks } from '../../options/host-callbacks.ts';
import type { WebhookOptions } from '../../options/webhook-options.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobQueue } from '../../ports/job-queue.ts';
import type { Random } from '../../ports/random.ts';
import type { TenantStore } from '../../ports/store/store.ts';
import type { AddressGuard } from '../../security/address-guard/address-guard.ts';
import type { SealedSecrets } from '../../security/seal/sealed-secrets.ts';
import type { KindRegistry } from '../catalogue/kind-registry.ts';
import type { Dispatcher } from '../dispatcher/create-dispatcher.ts';
import type { DeliveryEventSink } from '../events/delivery-events.ts';

/** Dependencies of {@link createWebhooks}. */
export interface WebhooksDependencies {
  readonly tenant: string;
  readonly store: TenantStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly queue: JobQueue;
  readonly events: DeliveryEventSink;
  readonly secrets: Pick<SealedSecrets, 'withSealingKey' | 'destroy'>;
  readonly host?: HostCallbacks | undefined;
  readonly idempotency: Idempotency;
  readonly kinds: KindRegistry;
  /** The address guard, which the transport also uses. */
  readonly guard: AddressGuard;
  readonly dispatcher: Pick<Dispatcher, 'sendManually' | 'testEndpoint' | 'activity'>;
  /** The limiter of manual retries and tests. */
  readonly manualSends: RateLimiter<string>;
  readonly limiter: Pick<TenantLimiter, 'enforce'>;
  readonly options?: WebhookOptions | undefined;
}
