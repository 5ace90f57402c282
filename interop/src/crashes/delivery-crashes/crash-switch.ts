import type { HttpTransport, Store } from '@portcullis/core';
import { interceptStore, type StoreCall } from '@portcullis/testing';
import type { CrashPlace } from './crash-place.ts';

/** Kills this process at one point. */
export interface CrashSwitch {
  store(inner: Store): Store;
  transport(inner: HttpTransport): HttpTransport;
}

/** Creates the switch. Without a place, the process is not killed. */
export function createCrashSwitch(place: CrashPlace | undefined): CrashSwitch {
  const dieAtCommit = (when: 'before' | 'after', seen: boolean): void => {
    if (seen && place?.at === 'commit' && place.when === when) die();
  };

  return {
    store(inner) {
      const seen = new WeakSet<object>();
      return interceptStore(inner, {
        async call(call, proceed) {
          const isSought = isLookedFor(place, call);
          if (call.transaction) {
            if (isSought) seen.add(call.transaction);
            return proceed();
          }
          dieAtCommit('before', isSought);
          const result = await proceed();
          dieAtCommit('after', isSought && call.operation === 'remove');
          return result;
        },
        async transaction(open, proceed) {
          // Before the hooks of the work itself, so that only committed data of the process remains.
          open.afterCommit(() => dieAtCommit('after', seen.has(open)));
          const result = await proceed();
          dieAtCommit('before', seen.has(open));
          return result;
        },
      });
    },
    transport: (inner) => ({
      ...inner,
      async send(request, signal) {
        const outcome = await inner.send(request, signal);
        if (place?.at === 'response') die();
        return outcome;
      },
    }),
  };
}

function isLookedFor(place: CrashPlace | undefined, { operation, table, rows, patch }: StoreCall): boolean {
  if (place?.at !== 'commit' || place.change !== operation || place.table !== table) return false;
  const written = operation === 'insert' ? (rows[0] ?? {}) : patch;
  if (operation === 'insert' && rows.length === 0) return false;
  return place.status === undefined || ('status' in written && written.status === place.status);
}

/** SIGKILL: no handler runs, nothing is flushed, no lock is released. */
function die(): void {
  process.kill(process.pid, 'SIGKILL');
}
