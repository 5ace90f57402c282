import type { Row } from '../ports/store/tables.ts';
import { pause } from '../time/pause.ts';
import type { Engine } from './engine.ts';

/** How often to look whether another node has finished, in milliseconds. */
const LOOK_AGAIN_MS = 500;

/**
 * Waits until no earlier operation of the same scope runs, here or on another node: what several integrations of one server
 * share must not be made or dropped by two of them at once. Operations wait for earlier ones only, so that none waits for ever.
 */
export async function awaitTurn(
  { store, clock, background }: Engine,
  operation: Pick<Row<'operations'>, 'id' | 'scope'>,
  signal: AbortSignal,
): Promise<void> {
  const { id, scope } = operation;
  // An operation without a lease is a dead one, whether the reaper has come by or not.
  const findEarlier = async () => {
    const where = { scope, status: 'running', id: { lt: id }, leaseUntil: { gt: clock.now() } };
    return (await store.find('operations', { where, limit: 1 }))[0];
  };
  for (let earlier = await findEarlier(); earlier; earlier = await findEarlier()) {
    await Promise.race([background.settled(earlier.integrationId), whenAborted(signal)]);
    signal.throwIfAborted();
    if ((await findEarlier())?.id === earlier.id) await pause(clock, LOOK_AGAIN_MS, signal);
  }
}

function whenAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
}
