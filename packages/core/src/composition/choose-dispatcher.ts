import { settingsDefaults } from '../delivery/attempt/retry-schedule/settings-defaults.ts';
import {
  createDispatcher,
  type Dispatcher,
  type DispatcherDependencies,
} from '../delivery/dispatcher/create-dispatcher.ts';
import { createThreadedDispatcher } from '../delivery/thread/create-threaded-dispatcher.ts';
import { threadOptions } from '../delivery/thread/thread-options.ts';
import { ServiceError } from '../kernel/errors/service-error.ts';
import type { Environment } from './environment.ts';

/**
 * Creates the dispatcher that the host has chosen: in this thread, or in its own thread.
 *
 * @throws ServiceError `OPTIONS_INVALID` for a thread on a store that only one thread can use.
 */
export function chooseDispatcher(
  environment: Environment,
  parts: Pick<DispatcherDependencies, 'readSecrets' | 'settings' | 'heldTenants' | 'events'>,
): Dispatcher {
  const { webhooks: options = {}, store } = environment;
  const dependencies = { ...environment, ...parts, store: store.allTenants, options };
  if (!options.thread) return createDispatcher(dependencies);
  if (!store.shared && !store.threadPass) {
    const message =
      'webhooks.thread needs a store that two threads can open: SQLite in a file, PostgreSQL or MariaDB. This store is in the memory of one thread.';
    throw new ServiceError('OPTIONS_INVALID', message, { details: { option: 'webhooks.thread' } });
  }
  const init = {
    instanceId: environment.instanceId,
    hostNodeId: environment.nodeId,
    webhooks: threadOptions(options),
    settings: settingsDefaults(environment),
    limits: environment.tenants?.limits ?? {},
    parts: environment.hostParts,
    storePass: store.threadPass?.(),
  };
  const thread = options.thread instanceof URL ? { module: options.thread } : options.thread;
  return createThreadedDispatcher({ ...dependencies, init }, thread);
}
