import type { Store } from '@portcullis/core';
import { interceptStore, type StoreCall } from '@portcullis/testing';
import type { StandstillPlace } from './host-protocol.ts';

/** Suspends this process in the middle of a transaction. */
export interface Standstill {
  store(inner: Store): Store;
  /** From now on the next transaction of this kind is suspended. */
  arm(place: StandstillPlace): void;
}

/** Creates the suspension. @param told - reports that the process is about to stop. */
export function createStandstill(report: () => Promise<void>): Standstill {
  let armed: StandstillPlace | undefined;

  return {
    arm(place) {
      armed = place;
    },
    store(inner) {
      const seen = new WeakMap<object, Set<StandstillPlace>>();
      return interceptStore(inner, {
        call(call, proceed) {
          const place = placeOf(call);
          if (place && call.transaction)
            seen.set(call.transaction, (seen.get(call.transaction) ?? new Set()).add(place));
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

function placeOf({ operation, table, patch }: StoreCall): StandstillPlace | undefined {
  if (operation === 'insert' && table === 'events') return 'publishing';
  if (operation === 'insert' && table === 'attempts') return 'recording';
  if (operation !== 'update' || table !== 'deliveries') return undefined;
  return 'status' in patch && patch.status === 'leased' ? 'claiming' : undefined;
}
