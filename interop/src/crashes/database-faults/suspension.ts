import type { Store } from '@portcullis/core';
import { interceptStore, type StoreCall } from '@portcullis/testing';
import type { SuspensionPoint } from './host-protocol.ts';

/** Suspends this process in the middle of a transaction. */
export interface Suspension {
  store(inner: Store): Store;
  /** From now on the next transaction of this kind is suspended. */
  arm(point: SuspensionPoint): void;
}

/** Creates the suspension. @param report - reports that the process is about to stop. */
export function createSuspension(report: () => Promise<void>): Suspension {
  let armed: SuspensionPoint | undefined;

  return {
    arm(point) {
      armed = point;
    },
    store(inner) {
      const seen = new WeakMap<object, Set<SuspensionPoint>>();
      return interceptStore(inner, {
        call(call, proceed) {
          const point = suspensionPointOf(call);
          if (point && call.transaction)
            seen.set(call.transaction, (seen.get(call.transaction) ?? new Set()).add(point));
          return proceed();
        },
        async transaction(open, proceed) {
          const result = await proceed();
          if (armed !== undefined && seen.get(open)?.has(armed)) {
            armed = undefined;
            await report();
            process.kill(process.pid, 'SIGSTOP');
          }
          return result;
        },
      });
    },
  };
}

function suspensionPointOf({ operation, table, patch }: StoreCall): SuspensionPoint | undefined {
  if (operation === 'insert' && table === 'events') return 'publishing';
  if (operation === 'insert' && table === 'attempts') return 'recording';
  if (operation !== 'update' || table !== 'deliveries') return undefined;
  return 'status' in patch && patch.status === 'leased' ? 'claiming' : undefined;
}
