import { createSystemClock } from '../../adapters/system-clock.ts';
import { createSystemRandom } from '../../adapters/system-random.ts';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import { readInstanceId } from '../../kernel/lifetime/instance-id.ts';
import type { Logger } from '../../ports/logger.ts';
import type { Random } from '../../ports/random.ts';
import type { SecretKeys } from '../../ports/secret-keys.ts';
import type { Store } from '../../ports/store/store.ts';
import { createAddressGuard } from '../../security/address-guard/address-guard.ts';
import { createSecretReader } from '../../security/seal/create-secret-reader.ts';
import { probeSecretKey } from '../../security/seal/key-probe.ts';
import { limitSecretKeys } from '../../security/seal/limit-secret-keys.ts';
import { createTenantSettings } from '../../settings/tenant-settings.ts';
import { createTenantCache } from '../../tenant-cache/create-tenant-cache.ts';
import { createKnownTenantsVersion } from '../../tenant-cache/known-tenants-version.ts';
import { deliveryTransport } from '../attempt/delivery-transport.ts';
import { createHeldTenants } from '../claim/held-tenants.ts';
import { createDispatcher } from '../dispatcher/create-dispatcher.ts';
import type { DeliveryEventSink } from '../events/delivery-events.ts';
import { requireParts } from './host-parts.ts';
import type { RunDispatcherOptions } from './run-dispatcher-options.ts';
import type { ThreadInit } from './thread-messages.ts';
import type { ThreadPort } from './thread-port.ts';
import { createThreadQueue } from './thread-queue.ts';

/** Starts the dispatcher of a thread, which the main thread controls with messages. */
export async function deliverInThread(
  options: RunDispatcherOptions,
  init: ThreadInit,
  port: ThreadPort,
): Promise<void> {
  requireParts(init.parts, options);
  const { store, clock = createSystemClock(), random = createSystemRandom() } = options;
  const logger = loggerTo(port);
  const secretKeys = limitSecretKeys(options.secretKeys, { clock, logger });
  const { proxy } = init.webhooks;
  await store.open(init.storePass);
  await requireInstance({ store, secretKeys, random }, init);
  const guard = createAddressGuard(init.webhooks);
  const transport = deliveryTransport(options.transport, { clock, logger, guard, proxy });
  const queue = createThreadQueue(port);
  // The main thread changes tenants, too.
  const tenantsVersion = createKnownTenantsVersion({ store: store.allTenants, clock, isShared: true });
  const dispatcher = createDispatcher({
    store: store.allTenants,
    clock,
    random,
    queue,
    transport,
    readSecrets: createSecretReader({ store: store.allTenants, secretKeys, clock }),
    settings: createTenantSettings({ store: store.allTenants, clock, tenantsVersion, defaults: init.settings }),
    heldTenants: createHeldTenants({
      tenantsVersion,
      cache: createTenantCache({ clock, tenantsVersion }),
      limits: init.limits,
    }),
    events: eventsTo(port),
    logger,
    nodeId: init.nodeId,
    predecessor: init.predecessor,
    companion: init.hostNodeId,
    options: { ...init.webhooks, ...(options.traceContext && { traceContext: options.traceContext }) },
  });

  const drain = async (deadlineMs: number): Promise<void> => {
    await dispatcher.drain(deadlineMs);
    await dispatcher.close();
    await transport.close();
    await store.close();
    port.post({ kind: 'drained' });
    port.close();
  };

  const count = async (call: number): Promise<void> => {
    const { inFlight } = await dispatcher.activity();
    port.post({ kind: 'counted', call, inFlight });
  };

  port.receive((message) => {
    switch (message.kind) {
      case 'handle':
        queue.take(message.call, message.name, message.key);
        break;
      case 'cancel':
        queue.cancel(message.call);
        break;
      case 'gap':
        queue.gap();
        break;
      case 'recover':
        void dispatcher.recover();
        break;
      case 'count':
        void count(message.call);
        break;
      case 'drain':
        void drain(message.deadlineMs);
    }
  });
  await dispatcher.start();
}

/** Without this check, a different database or key would only show at the first delivery. */
async function requireInstance(
  { store, secretKeys, random }: { readonly store: Store; readonly secretKeys: SecretKeys; readonly random: Random },
  { instanceId }: ThreadInit,
): Promise<void> {
  await probeSecretKey(store, secretKeys, random);
  const found = await readInstanceId(store, random);
  if (found === instanceId) return;
  const message = `The thread's store belongs to another instance (${found}): open the same database there.`;
  throw new ServiceError('OPTIONS_INVALID', message);
}

function eventsTo({ post }: ThreadPort): DeliveryEventSink {
  return { emit: (name, event) => post({ kind: 'event', name, event }) };
}

function loggerTo({ post }: ThreadPort): Logger {
  const write =
    (level: keyof Logger) =>
    (message: string, facts?: Readonly<Record<string, unknown>>): void =>
      post({ kind: 'log', level, message, facts });
  return { debug: write('debug'), info: write('info'), warn: write('warn'), error: write('error') };
}
