import { isMainThread, parentPort, workerData } from 'node:worker_threads';
import { errorMessage } from '../../kernel/errors/error-message.ts';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { RunDispatcherOptions } from './run-dispatcher-options.ts';
import { THREAD_INIT, type ThreadInit } from './thread-messages.ts';
import { createThreadPort } from './thread-port.ts';

/**
 * Runs the dispatcher in the thread that `createPortcullis` starts for `webhooks.thread`. It is the only call of that thread's
 * module. Pass another store on the same database and the same keys. Options that are data, and wake-ups, come from the main
 * thread; log lines and events go there.
 *
 * @example
 * ```ts
 * await runDispatcher({
 *   store: createSqliteStore({ file: 'data/portcullis.sqlite' }),
 *   secretKeys: createStaticSecretKeys({ current: '1', keys: { '1': process.env.PORTCULLIS_SECRET_KEY ?? '' } }),
 * });
 * ```
 * @throws ServiceError `OPTIONS_INVALID` if no instance has started this thread. The instance reports later failures.
 */
export async function runDispatcher(options: RunDispatcherOptions): Promise<void> {
  const init = (workerData as { readonly [THREAD_INIT]?: ThreadInit } | null)?.[THREAD_INIT];
  if (isMainThread || !parentPort || !init) {
    const message =
      'runDispatcher must be called in the module of a thread: set webhooks.thread of createPortcullis to that module.';
    throw new ServiceError('OPTIONS_INVALID', message);
  }
  const port = createThreadPort(parentPort);
  try {
    // The engine is loaded in the thread that runs it. Code that imports only errors, schemas or adapters does not load it.
    const { deliverInThread } = await import('./deliver-in-thread.ts');
    await deliverInThread(options, init, port);
    port.post({ kind: 'ready' });
  } catch (error) {
    port.post({ kind: 'refused', message: errorMessage(error) });
    await options.store.close().catch(() => {});
    port.close();
  }
}
