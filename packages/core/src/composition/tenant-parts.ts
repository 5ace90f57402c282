import type { KindRegistry } from '../delivery/catalogue/kind-registry.ts';
import type { Dispatcher } from '../delivery/dispatcher/create-dispatcher.ts';
import type { WebhooksDependencies } from '../delivery/update/webhooks-dependencies.ts';
import { createIdempotency } from '../idempotency/create-idempotency.ts';
import type { Idempotency } from '../idempotency/idempotency.ts';
import { scopedEvents } from '../kernel/events/create-event-hub.ts';
import type { RateLimiter } from '../kernel/time/rate-limiter.ts';
import { createTenantLimiter, type TenantLimiter, UNLIMITED } from '../limits/tenant-limiter.ts';
import { DEFAULT_INSTANCE_OPTIONS } from '../options/defaults.ts';
import type { HostCallbacks } from '../options/host-callbacks.ts';
import type { TenantLimits } from '../options/tenant-limits.ts';
import type { WebhookOptions } from '../options/webhook-options.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobQueue } from '../ports/job-queue.ts';
import type { Random } from '../ports/random.ts';
import { DEFAULT_TENANT, type TenantStore } from '../ports/store/store.ts';
import type { AddressGuard } from '../security/address-guard/address-guard.ts';
import { createSealedSecrets, type SealedSecrets } from '../security/seal/sealed-secrets.ts';
import type { Parts } from './container.ts';
import type { Environment } from './environment.ts';
import { integrationOptionsOf } from './integration-options-of.ts';
import type { PortcullisEvents } from './portcullis-events.ts';
import { tenantLogger } from './tenant-logger.ts';
import { DISPATCHER, EVENTS, KINDS, MANUAL_SEND_LIMITER, TENANT_LIMITS } from './tokens.ts';

/** The events of a tenant. */
type TenantEvents = ReturnType<typeof scopedEvents<PortcullisEvents>>;

/**
 * The parts that the services of a tenant share, each created at its first use. Most requests only read, and need neither the secrets
 * nor the stored responses.
 */
export class TenantParts implements WebhooksDependencies {
  readonly tenant: string;
  readonly store: TenantStore;
  readonly #get: Parts['get'];
  readonly #environment: Environment;
  readonly #limits: () => TenantLimits;
  #events: TenantEvents | undefined;
  #limiter: TenantLimiter | undefined;
  #secrets: SealedSecrets | undefined;
  #idempotency: Idempotency | undefined;

  /** @param limits - returns the latest limits of the tenant. */
  constructor({ get }: Parts, environment: Environment, tenant: string, limits: () => TenantLimits) {
    this.tenant = tenant;
    this.store = environment.store.scoped(tenant);
    this.#get = get;
    this.#environment = environment;
    this.#limits = limits;
  }

  get events(): TenantEvents {
    this.#events ??= scopedEvents(this.#get(EVENTS), this.tenant);
    return this.#events;
  }

  get limiter(): TenantLimiter {
    if (this.tenant === DEFAULT_TENANT) return UNLIMITED;
    this.#limiter ??= createTenantLimiter({
      tenant: this.tenant,
      ofInstance: this.#get(TENANT_LIMITS),
      limits: this.#limits,
      events: this.events,
    });
    return this.#limiter;
  }

  get secrets(): SealedSecrets {
    const { secretKeys, random, clock } = this.#environment;
    this.#secrets ??= createSealedSecrets({ tenant: this.tenant, store: this.store, secretKeys, random, clock });
    return this.#secrets;
  }

  get idempotency(): Idempotency {
    const { secretKeys, random, clock, nodeId, logger, idempotencyKeyHours } = this.#environment;
    this.#idempotency ??= createIdempotency({
      tenant: this.tenant,
      store: this.store,
      secretKeys,
      random,
      clock,
      nodeId,
      events: this.events,
      logger: tenantLogger(logger, this.tenant),
      leaseMs: integrationOptionsOf(this.#environment).leaseMs,
      keepHours: idempotencyKeyHours ?? DEFAULT_INSTANCE_OPTIONS.idempotencyKeyHours,
    });
    return this.#idempotency;
  }

  get clock(): Clock {
    return this.#environment.clock;
  }

  get random(): Random {
    return this.#environment.random;
  }

  get queue(): JobQueue {
    return this.#environment.queue;
  }

  get host(): HostCallbacks | undefined {
    return this.#environment.host;
  }

  get guard(): AddressGuard {
    return this.#environment.guard;
  }

  get options(): WebhookOptions | undefined {
    return this.#environment.webhooks;
  }

  get kinds(): KindRegistry {
    return this.#get(KINDS);
  }

  get dispatcher(): Dispatcher {
    return this.#get(DISPATCHER);
  }

  get manualSends(): RateLimiter<string> {
    return this.#get(MANUAL_SEND_LIMITER);
  }
}
