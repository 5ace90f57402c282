import { randomUUID } from 'node:crypto';
import { createInProcessQueue } from './adapters/in-process-queue.ts';
import { createNotifiedQueue } from './adapters/notified-queue.ts';
import { SILENT_LOGGER } from './adapters/silent-logger.ts';
import { createSystemClock } from './adapters/system-clock.ts';
import { createSystemRandom } from './adapters/system-random.ts';
import { createUndiciTransport } from './adapters/undici-transport/create-undici-transport.ts';
import { compose } from './composition/compose.ts';
import type { Parts } from './composition/container.ts';
import type { Environment } from './composition/environment.ts';
import {
  API_KEYS,
  DISPATCHER,
  EVENTS,
  INTEGRATION_DEPENDENCIES,
  INTEGRATIONS,
  NOTIFICATIONS,
  OPERATIONAL_NOTICES,
  PROGRESS,
  REAPER,
  RECURRING_VALIDATION,
  REGISTRY,
  RETENTION,
  SECRET_KEYS,
  SETTINGS,
  WEBHOOKS,
} from './composition/tokens.ts';
import { partsOf } from './delivery/thread/host-parts.ts';
import { OPEN_TO_ALL } from './integrations/api/create-integrations.ts';
import type { IntegrationsService } from './integrations/api/integrations-service.ts';
import { migrateAtStart } from './integrations/migrate/migrate-at-start.ts';
import { readInstanceId } from './kernel/lifetime/instance-id.ts';
import { createRequestGate, type RequestGate } from './kernel/lifetime/request-gate.ts';
import type { DeclaredKinds } from './options/declared-kind.ts';
import { DEFAULT_CLOSE_DEADLINE_MS } from './options/defaults.ts';
import type { PortcullisOptions } from './options/portcullis-options.ts';
import type { Portcullis } from './portcullis.ts';
import type { Clock } from './ports/clock.ts';
import type { JobQueue } from './ports/job-queue.ts';
import type { Store } from './ports/store/store.ts';
import { createAddressGuard } from './security/address-guard/address-guard.ts';
import { APPLICATION_ADMIN, type RequestContext } from './security/principals/principal.ts';
import { requirePermission } from './security/principals/require-permission.ts';
import { probeSecretKey } from './security/seal/key-probe.ts';

/**
 * Creates an instance: opens the store, checks the secret key, ends operations of dead processes, and starts to deliver.
 *
 * @example
 * ```ts
 * const portcullis = await createPortcullis({
 *   plugins: [yourPlatform()],
 *   store: createSqliteStore({ file: 'data/portcullis.sqlite' }),
 *   secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': process.env.PORTCULLIS_SECRET_KEY ?? '' } }),
 * });
 * ```
 * @throws ServiceError `OPTIONS_INVALID`, `SECRET_DAMAGED`, `SECRET_KEY_UNKNOWN`
 * @throws PortcullisError `PLUGIN_NOT_A_PLUGIN`, `PLUGIN_API_UNSUPPORTED`, and errors of the store when it opens.
 */
export async function createPortcullis<const Kinds extends DeclaredKinds = DeclaredKinds>(
  options: PortcullisOptions<Kinds>,
): Promise<Portcullis<Kinds>> {
  const clock = options.clock ?? createSystemClock();
  const random = options.random ?? createSystemRandom();
  const guard = createAddressGuard(options.webhooks);
  await options.store.open();
  try {
    await probeSecretKey(options.store, options.secretKeys, random);
    const environment: Environment = {
      ...options,
      clock,
      random,
      logger: options.logger ?? SILENT_LOGGER,
      queue: options.queue ?? defaultQueue(options.store, clock),
      transport: options.transport ?? createUndiciTransport({ clock, guard, proxy: options.webhooks?.proxy }),
      guard,
      hostParts: partsOf({ ...options, traceContext: options.webhooks?.traceContext }),
      instanceId: await readInstanceId(options.store, random),
      nodeId: randomUUID(),
    };
    // The container and its polyfill are loaded with the first instance: a module that imports the ports alone does not
    // load them.
    const { createParts } = await import('./composition/container.ts');
    const parts = compose(createParts(), environment);
    parts.get(REGISTRY);
    await parts.get(SECRET_KEYS).start();
    await parts.get(REAPER).start();
    await migrateAtStart(parts.get(INTEGRATION_DEPENDENCIES));
    await parts.get(RECURRING_VALIDATION).start();
    parts.get(OPERATIONAL_NOTICES).start();
    await parts.get(DISPATCHER).start();
    await parts.get(RETENTION).start();
    return facadeOf(parts, environment, createRequestGate());
  } catch (error) {
    await options.store.close();
    throw error;
  }
}

/** Nodes that share a store wake each other through it, if it has signals. */
function defaultQueue({ signals }: Store, clock: Clock): JobQueue {
  return signals ? createNotifiedQueue({ signals, clock }) : createInProcessQueue({ clock });
}

function facadeOf(parts: Parts, environment: Environment, requestGate: RequestGate): Portcullis {
  const { clock, store, queue, transport } = environment;
  let closing: Promise<void> | undefined;

  const shutDown = async (deadlineMs: number): Promise<void> => {
    const until = clock.monotonic() + deadlineMs;
    const left = (): number => Math.max(until - clock.monotonic(), 0);
    let cancel = (): void => {};
    const giveUp = new Promise<void>((resolve) => {
      cancel = clock.after(deadlineMs, resolve);
    });
    const shut = requestGate.shut(giveUp);
    parts.get(PROGRESS).close();
    await shut;
    cancel();
    await parts.get(INTEGRATION_DEPENDENCIES).background.drain(left());
    await parts.get(RECURRING_VALIDATION).stop();
    await parts.get(REAPER).stop();
    await parts.get(SECRET_KEYS).stop();
    await parts.get(RETENTION).stop();
    await parts.get(DISPATCHER).drain(left());
    await parts.get(DISPATCHER).close();
    await parts.get(OPERATIONAL_NOTICES).stop();
    await queue.close();
    await transport.close();
    parts.get(EVENTS).close();
    await store.close();
  };
  const close: Portcullis['close'] = ({ deadlineMs = DEFAULT_CLOSE_DEADLINE_MS } = {}) => {
    closing ??= shutDown(deadlineMs);
    return closing;
  };

  return Object.freeze({
    integrations: requestGate.guard(parts.get(INTEGRATIONS), requireAdmin),
    webhooks: requestGate.guard(parts.get(WEBHOOKS)),
    notifications: Object.freeze({
      notify: requestGate.guard(parts.get(NOTIFICATIONS)).notify,
      kinds: parts.get(NOTIFICATIONS).kinds,
    }),
    apiKeys: requestGate.guard(parts.get(API_KEYS)),
    settings: requestGate.guard(parts.get(SETTINGS)),
    secretKeys: requestGate.guard(parts.get(SECRET_KEYS).service),
    events: parts.get(EVENTS),
    instanceId: environment.instanceId,
    async health() {
      if (!requestGate.open) return { status: 'closing' as const };
      await store.find('meta', { limit: 1 });
      return { status: 'ok' as const };
    },
    close,
    [Symbol.asyncDispose]: () => close(),
  });
}

function requireAdmin(name: keyof IntegrationsService, [context]: readonly unknown[]): void {
  if (OPEN_TO_ALL.includes(name)) return;
  requirePermission((context as RequestContext).principal, APPLICATION_ADMIN);
}
