import { isDeepStrictEqual } from 'node:util';
import type { StoreOrder } from '../kill-matrix/victim-protocol.ts';
import { findCorruption } from './find-corruption.ts';
import { findInvariantViolations } from './find-invariant-violations.ts';
import { createInitialState } from './initial-state.ts';
import { openNode } from './open-node.ts';
import { pollUntil } from './poll-until.ts';
import { createReceiverLog } from './receiver-log.ts';
import type { Harness } from './run-crash-point.ts';
import type { NodeOrder } from './victim-protocol.ts';

/** The state after a zombie: `late` counts the records that the zombie wrote. */
export interface ZombieEnd {
  readonly copies: number;
  readonly records: number;
  readonly interrupted: number;
  readonly late: number;
}

/** Depends on the store: a shared store is taken over, any other refuses the second process. */
export const ZOMBIE_ENDS: Readonly<Record<StoreOrder['kind'], ZombieEnd>> = {
  sqlite: { copies: 1, records: 1, interrupted: 0, late: 0 },
  postgresql: { copies: 2, records: 3, interrupted: 1, late: 1 },
  mariadb: { copies: 2, records: 3, interrupted: 1, late: 1 },
};

const HOUR_MS = 3_600_000;

/**
 * Suspends a process (SIGSTOP) while the receiver has its request, starts others that take over, resumes it (SIGCONT)
 * and sends its response. Returns the problems afterwards.
 */
export async function runZombie({ stores, victims }: Harness): Promise<readonly string[]> {
  const store = await stores.next();
  const receiver = await createReceiverLog();
  const zombie = await victims.take();
  const later: NodeOrder = { store, aheadMs: HOUR_MS };
  try {
    await createInitialState(store, 'a webhook', receiver);
    const arrived = new Promise<void>((resolve) => receiver.behave({ kind: 'waits', arrived: resolve }));
    zombie.send({ store, aheadMs: 0, workload: { kind: 'notify', count: 1 } });
    await Promise.race([arrived, zombie.killed]);
    await zombie.reported('published');
    zombie.signal('SIGSTOP');
    receiver.behave({ kind: 'responses', status: 200 });

    const taken = await openNode(later).catch((error: unknown) => error);
    const isRefused = taken instanceof Error;
    if (isRefused !== (store.kind === 'sqlite')) return [`another process opened the store: ${String(taken)}`];
    const node = isRefused ? undefined : (taken as Awaited<ReturnType<typeof openNode>>);
    if (node) await pollUntil(async () => (await node.store.count('deliveries', { status: 'succeeded' })) === 1);

    zombie.signal('SIGCONT');
    receiver.respondToWaiting();
    await zombie.reported('attempted');
    zombie.signal('SIGKILL');
    await zombie.killed;

    const { portcullis, store: open } = node ?? (await openNode(later));
    const attempts = await open.find('attempts');
    const found: ZombieEnd = {
      copies: receiver.copies.length,
      records: attempts.length,
      interrupted: attempts.filter(({ errorPhase }) => errorPhase === 'interrupted').length,
      late: attempts.filter(({ details }) => details.late === true).length,
    };
    const expected = ZOMBIE_ENDS[store.kind];
    const violations = await findInvariantViolations(open, receiver, zombie.published);
    await portcullis.close();
    return [
      ...(isDeepStrictEqual(found, expected)
        ? []
        : [`${JSON.stringify(found)} instead of ${JSON.stringify(expected)}`]),
      ...violations,
      ...findCorruption(store),
    ];
  } catch (error) {
    return [String(error)];
  } finally {
    zombie.signal('SIGKILL');
    await receiver.close();
  }
}
