import { ofTenant } from '../../kernel/events/typed-events.ts';
import type { Clock } from '../../ports/clock.ts';
import type { DeliveryEventSink } from '../events/delivery-events.ts';
import { createEndpointSemaphore, type EndpointSemaphore } from '../scheduling/endpoint-semaphore.ts';
import { createRoundRobinScheduler, type RoundRobinScheduler } from '../scheduling/round-robin-scheduler.ts';
import { createTenantSemaphore, type TenantSemaphore } from '../scheduling/tenant-semaphore.ts';
import { createUnrecordedOutcomes } from './unrecorded-outcomes.ts';

/** Dependencies of {@link DrainState}. */
export interface DrainStateDependencies {
  readonly clock: Clock;
  readonly events: DeliveryEventSink;
  /** A store that several processes share permits several batches only if each has many outcomes. */
  readonly store: { readonly shared: boolean };
  /** True if it claims due deliveries; otherwise it only sends what publications lease for it. */
  readonly claims: boolean;
  /** Maximum number of leased deliveries. */
  readonly concurrency: number;
  /** Maximum number of concurrent deliveries of one endpoint queue. */
  readonly perEndpoint: number;
}

/** Deliveries that an endpoint queue may take in one claim. */
const CLAIM_SIZE = 4;
/** Maximum number of concurrent batches on a store with several writers. */
const MAX_CONCURRENT_BATCHES = 2;
/** Outcomes that justify a batch by themselves. */
const MIN_BATCH_OUTCOMES = 32;
/** Maximum number of queued batches on a store with one writer: the others wait for the disk. */
const MAX_QUEUED_BATCHES = 3;

/** The state of a drain loop, and the decisions that depend on it. */
export class DrainState {
  /** The endpoint queues that may have due deliveries. */
  readonly scheduler: RoundRobinScheduler;
  /** The leased deliveries that wait for others of their endpoint queue. */
  readonly semaphore: EndpointSemaphore;
  /** The endpoint queues that wait for deliveries of their tenant. */
  readonly tenantSemaphore: TenantSemaphore;
  /** The outcomes of ended deliveries, until a batch records them. */
  readonly unrecorded = createUnrecordedOutcomes();
  /** The number of running batches. */
  batches = 0;
  /** True from the start of the dispatcher on. */
  started = false;
  /** True when the node stops: it claims nothing more. */
  stopping = false;
  /** True for a moment after the store has failed. */
  paused = false;
  readonly #claims: boolean;
  readonly #isStoreShared: boolean;

  constructor({ clock, events, store, claims, concurrency, perEndpoint }: DrainStateDependencies) {
    const scheduler = createRoundRobinScheduler({ total: concurrency, perEndpoint, quantum: CLAIM_SIZE });
    this.scheduler = scheduler;
    this.semaphore = createEndpointSemaphore(clock);
    this.tenantSemaphore = createTenantSemaphore({
      onFree: (webhookId) => scheduler.add(webhookId),
      onReached: (tenant, value) =>
        events.emit('tenant.limit', { ...ofTenant(tenant), limit: 'concurrentDeliveries', value }),
    });
    this.#claims = claims;
    this.#isStoreShared = store.shared;
  }

  /** Returns whether due deliveries may be claimed. */
  mayClaim(): boolean {
    return this.#claims && !this.stopping;
  }

  /** Returns whether new deliveries may be leased. */
  mayLease(): boolean {
    return this.started && !this.stopping && !this.paused;
  }

  /** Returns whether a batch would have something to record or to claim. */
  hasWork(): boolean {
    return this.unrecorded.count > 0 || (this.mayClaim() && this.scheduler.hasReady());
  }

  /** Returns whether a batch is worth its cost now. While deliveries wait for earlier ones, the receiver is busy. */
  isUrgent(): boolean {
    return this.semaphore.waiting === 0 || this.unrecorded.count >= MIN_BATCH_OUTCOMES || this.scheduler.hasUrgent();
  }

  /** Returns whether another batch may run in addition to the current ones. */
  hasRoom(): boolean {
    if (!this.#isStoreShared) return this.batches < MAX_QUEUED_BATCHES;
    if (this.batches === 0) return true;
    return this.batches < MAX_CONCURRENT_BATCHES && this.unrecorded.count >= MIN_BATCH_OUTCOMES;
  }

  /** Returns whether no delivery is due or in flight, and no batch runs. */
  isIdle(): boolean {
    return this.batches === 0 && !this.hasWork() && this.scheduler.leased === 0;
  }
}
