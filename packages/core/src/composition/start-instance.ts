import { randomUUID } from 'node:crypto';
import { createInProcessQueue } from '../adapters/in-process-queue.ts';
import { createNotifiedQueue } from '../adapters/notified-queue.ts';
import { SILENT_LOGGER } from '../adapters/silent-logger.ts';
import { createSystemClock } from '../adapters/system-clock.ts';
import { createSystemRandom } from '../adapters/system-random.ts';
import { createUndiciTransport } from '../adapters/undici-transport/create-undici-transport.ts';
import { partsOf } from '../delivery/thread/host-parts.ts';
import { migrateAtStart } from '../integrations/migrate/migrate-at-start.ts';
import { errorMessage } from '../kernel/errors/error-message.ts';
import { readInstanceId } from '../kernel/lifetime/instance-id.ts';
import { createRequestGate, type RequestGate } from '../kernel/lifetime/request-gate.ts';
import type { DeclaredKinds } from '../options/declared-kind.ts';
import { DEFAULT_CLOSE_DEADLINE_MS, DEFAULT_INTEGRATION_OPTIONS } from '../options/defaults.ts';
import type { PortcullisOptions } from '../options/portcullis-options.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobQueue } from '../ports/job-queue.ts';
import { DEFAULT_TENANT, type Store } from '../ports/store/store.ts';
import { createAddressGuard } from '../security/address-guard/address-guard.ts';
import { probeSecretKey } from '../security/seal/key-probe.ts';
import { limitSecretKeys } from '../security/seal/limit-secret-keys.ts';
import { checkTenantId } from '../tenants/tenant-id.ts';
import { checkOptions } from './check-options.ts';
import { compose } from './compose.ts';
import { createParts, type Parts } from './container.ts';
import type { Environment } from './environment.ts';
import { guardLogger } from './guard-logger.ts';
import { limitHostCallbacks } from './limit-host-callbacks.ts';
import type { Portcullis } from './portcullis.ts';
import { stopParts } from './stop-parts.ts';
import { createTenantFacades, guardServices, requireOwn } from './tenant-facade.ts';
import type { TenantServices } from './tenant-services.ts';
import {
  BACKGROUND,
  DISPATCHER,
  EVENTS,
  OPERATIONAL_NOTICES,
  PROGRESS,
  REAPER,
  RECURRING_VALIDATION,
  REGISTRY,
  RETENTION,
  SECRET_KEYS,
  SERVICES_OF,
  TENANT_REMOVAL,
  TENANTS,
} from './tokens.ts';

/** Starts an instance: see `createPortcullis`. */
export async function startInstance<const Kinds extends DeclaredKinds = DeclaredKinds>(
  options: PortcullisOptions<Kinds>,
): Promise<Portcullis<Kinds>> {
  checkOptions(options);
  const clock = options.clock ?? createSystemClock();
  const random = options.random ?? createSystemRandom();
  const secretKeys = limitSecretKeys(options.secretKeys, clock);
  const guard = createAddressGuard(options.webhooks);
  await options.store.open();
  let stop = (): Promise<void> => options.store.close();
  try {
    await probeSecretKey(options.store, secretKeys, random);
    const environment: Environment = {
      ...options,
      clock,
      random,
      secretKeys,
      ...(options.host && { host: limitHostCallbacks(options.host, clock) }),
      logger: options.logger ? guardLogger(options.logger) : SILENT_LOGGER,
      queue: options.queue ?? defaultQueue(options.store, clock),
      transport: options.transport ?? createUndiciTransport({ clock, guard, proxy: options.webhooks?.proxy }),
      guard,
      hostParts: partsOf({ ...options, traceContext: options.webhooks?.traceContext }),
      instanceId: await readInstanceId(options.store, random),
      nodeId: randomUUID(),
    };
    const parts = compose(createParts(), environment);
    // The host gets the reason for which the instance did not start.
    stop = async () => void (await stopParts(parts, environment, 0));
    parts.get(REGISTRY);
    await parts.get(SECRET_KEYS).start();
    await parts.get(REAPER).start();
    const servicesOf = parts.get(SERVICES_OF);
    await migrateAtStart({
      ...environment,
      store: options.store.allTenants,
      registry: parts.get(REGISTRY),
      events: parts.get(EVENTS),
      options: { ...DEFAULT_INTEGRATION_OPTIONS, ...options.integrations },
      background: parts.get(BACKGROUND),
      dependenciesOf: async (tenant) => (await servicesOf.whileActive(tenant))?.dependencies,
    });
    await parts.get(RECURRING_VALIDATION).start();
    parts.get(OPERATIONAL_NOTICES).start();
    await parts.get(DISPATCHER).start();
    await parts.get(RETENTION).start();
    parts.get(TENANT_REMOVAL).start();
    const ofDefault = await servicesOf.forInstance(DEFAULT_TENANT);
    return facadeOf(parts, environment, ofDefault, createRequestGate());
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Nodes that share a store wake each other through it, if it has signals. */
function defaultQueue({ signals }: Store, clock: Clock): JobQueue {
  return signals ? createNotifiedQueue({ signals, clock }) : createInProcessQueue({ clock });
}

function facadeOf(
  parts: Parts,
  environment: Environment,
  ofDefault: TenantServices,
  requestGate: RequestGate,
): Portcullis {
  const { clock, store, logger } = environment;
  let closing: Promise<void> | undefined;

  const shutDown = async (deadlineMs: number): Promise<void> => {
    const until = clock.monotonic() + deadlineMs;
    let cancel = (): void => {};
    const timedOut = new Promise<void>((resolve) => {
      cancel = clock.after(deadlineMs, resolve);
    });
    const shut = requestGate.shut(timedOut);
    parts.get(PROGRESS).close();
    await shut;
    cancel();
    const failures = await stopParts(parts, environment, Math.max(until - clock.monotonic(), 0));
    // The caller gets the first one.
    for (const failure of failures.slice(1)) {
      logger.error('A part of the instance was not closed.', { error: errorMessage(failure) });
    }
    if (failures.length > 0) throw failures[0];
  };
  const close: Portcullis['close'] = ({ deadlineMs = DEFAULT_CLOSE_DEADLINE_MS } = {}) => {
    closing ??= shutDown(deadlineMs);
    return closing;
  };

  const tenantFacade = createTenantFacades({
    servicesOf: parts.get(SERVICES_OF),
    requestGate,
    events: parts.get(EVENTS),
    ofDefault,
  });
  return Object.freeze({
    id: DEFAULT_TENANT,
    ...guardServices(requestGate, DEFAULT_TENANT, ofDefault),
    tenant: (id: string) => tenantFacade(checkTenantId(id)),
    tenants: requestGate.guard(parts.get(TENANTS)),
    secretKeys: requestGate.guard(parts.get(SECRET_KEYS).service, (_name, input) => requireOwn(DEFAULT_TENANT, input)),
    events: parts.get(EVENTS),
    instanceId: environment.instanceId,
    logger: environment.logger,
    async health() {
      if (!requestGate.open) return { status: 'closing' as const };
      await store.find('meta', { limit: 1 });
      return { status: 'ok' as const };
    },
    close,
    [Symbol.asyncDispose]: () => close(),
  });
}
