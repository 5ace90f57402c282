import { randomUUID } from 'node:crypto';
import { createInProcessQueue } from '../adapters/in-process-queue.ts';
import { createNotifiedQueue } from '../adapters/notified-queue.ts';
import { SILENT_LOGGER } from '../adapters/silent-logger.ts';
import { createSystemClock } from '../adapters/system-clock.ts';
import { createSystemRandom } from '../adapters/system-random.ts';
import { deliveryTransport } from '../delivery/attempt/delivery-transport.ts';
import { partsOf } from '../delivery/thread/host-parts.ts';
import { migrateAtStart } from '../integrations/migrate/migrate-at-start.ts';
import { readInstanceId } from '../kernel/lifetime/instance-id.ts';
import type { DeclaredKinds } from '../options/declared-kind.ts';
import type { PortcullisOptions } from '../options/portcullis-options.ts';
import type { Clock } from '../ports/clock.ts';
import type { JobQueue } from '../ports/job-queue.ts';
import { DEFAULT_TENANT, type Store } from '../ports/store/store.ts';
import { createAddressGuard } from '../security/address-guard/address-guard.ts';
import { probeSecretKey } from '../security/seal/key-probe.ts';
import { limitSecretKeys } from '../security/seal/limit-secret-keys.ts';
import { checkOptions } from './check-options.ts';
import { compose } from './compose.ts';
import { createParts, type Parts } from './container.ts';
import { createFacade } from './create-facade.ts';
import type { Environment } from './environment.ts';
import { guardLogger } from './guard-logger.ts';
import { integrationOptionsOf } from './integration-options-of.ts';
import { limitHostCallbacks } from './limit-host-callbacks.ts';
import { logWakeFailures } from './log-wake-failures.ts';
import type { Portcullis } from './portcullis.ts';
import { stopParts } from './stop-parts.ts';
import { activeDependenciesOf } from './tenant-dependencies.ts';
import {
  BACKGROUND,
  DISPATCHER,
  EVENTS,
  OPERATIONAL_NOTICES,
  REAPER,
  RECURRING_VALIDATION,
  REGISTRY,
  RETENTION,
  SECRET_KEYS,
  TENANT_REMOVAL,
  TENANT_SERVICES,
} from './tokens.ts';

/** Starts an instance: see `createPortcullis`. */
export async function startInstance<const Kinds extends DeclaredKinds = DeclaredKinds>(
  options: PortcullisOptions<Kinds>,
): Promise<Portcullis<Kinds>> {
  checkOptions(options);
  const clock = options.clock ?? createSystemClock();
  await options.store.open();
  let stop = (): Promise<void> => options.store.close();
  try {
    const environment = await createEnvironment(options, clock);
    const parts = compose(createParts(), environment);
    // The host gets the reason for which the instance did not start.
    stop = async () => void (await stopParts(parts, environment, 0));
    await startParts(parts, environment);
    return createFacade(parts, environment, await parts.get(TENANT_SERVICES).forInstance(DEFAULT_TENANT));
  } catch (error) {
    await stop();
    throw error;
  }
}

/** Checks the secret keys against the open store, and fills in the ports that the host has not supplied. */
async function createEnvironment(options: PortcullisOptions, clock: Clock): Promise<Environment> {
  const { store, host, webhooks } = options;
  const random = options.random ?? createSystemRandom();
  const logger = options.logger ? guardLogger(options.logger) : SILENT_LOGGER;
  const secretKeys = limitSecretKeys(options.secretKeys, { clock, logger });
  const guard = createAddressGuard(webhooks);
  await probeSecretKey(store, secretKeys, random);
  return {
    ...options,
    clock,
    random,
    secretKeys,
    ...(host && { host: limitHostCallbacks(host, clock) }),
    logger,
    queue: options.queue ? logWakeFailures(options.queue, { clock, logger }) : defaultQueue(store, clock),
    transport: deliveryTransport(options.transport, { clock, logger, guard, proxy: webhooks?.proxy }),
    guard,
    hostParts: partsOf({ ...options, traceContext: webhooks?.traceContext }),
    instanceId: await readInstanceId(store, random),
    nodeId: randomUUID(),
  };
}

async function startParts(parts: Parts, environment: Environment): Promise<void> {
  // An invalid plugin is refused before anything runs.
  const registry = parts.get(REGISTRY);
  await parts.get(SECRET_KEYS).start();
  await parts.get(REAPER).start();
  await migrateAtStart({
    ...environment,
    store: environment.store.allTenants,
    registry,
    events: parts.get(EVENTS),
    options: integrationOptionsOf(environment),
    background: parts.get(BACKGROUND),
    dependenciesOf: activeDependenciesOf(parts),
  });
  await parts.get(RECURRING_VALIDATION).start();
  parts.get(OPERATIONAL_NOTICES).start();
  await parts.get(DISPATCHER).start();
  await parts.get(RETENTION).start();
  parts.get(TENANT_REMOVAL).start();
}

/** Nodes that share a store wake each other through it, if it has signals. */
function defaultQueue({ signals }: Store, clock: Clock): JobQueue {
  return signals ? createNotifiedQueue({ signals, clock }) : createInProcessQueue({ clock });
}
