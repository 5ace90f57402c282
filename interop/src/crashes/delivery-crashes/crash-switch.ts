import type { HttpTransport, Store } from '@portcullis/core';
import { interceptStore, type StoreCall } from '@portcullis/testing';
import type { CrashTrigger } from './crash-trigger.ts';

/** Kills this process at one point. */
export interface CrashSwitch {
  store(inner: Store): Store;
  transport(inner: HttpTransport): HttpTransport;
}

/** Creates the switch. Without a trigger, the process is not killed. */
export function createCrashSwitch(trigger: CrashTrigger | undefined): CrashSwitch {
  const dieAtCommit = (when: 'before' | 'after', seen: boolean): void => {
    if (seen && trigger?.at === 'commit' && trigger.when === when) die();
  };

  return {
    store(inner) {
      const seen = new WeakSet<object>();
      return interceptStore(inner, {
        async call(call, proceed) {
          const isTrigger = matchesTrigger(trigger, call);
          if (call.transaction) {
            if (isTrigger) seen.add(call.transaction);
            return proceed();
          }
          dieAtCommit('before', isTrigger);
          const result = await proceed();
          dieAtCommit('after', isTrigger && call.operation === 'remove');
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
        if (trigger?.at === 'response') die();
        return outcome;
      },
    }),
  };
}

function matchesTrigger(trigger: CrashTrigger | undefined, { operation, table, rows, patch }: StoreCall): boolean {
  if (trigger?.at !== 'commit' || trigger.change !== operation || trigger.table !== table) return false;
  const written = operation === 'insert' ? (rows[0] ?? {}) : patch;
  if (operation === 'insert' && rows.length === 0) return false;
  return trigger.status === undefined || ('status' in written && written.status === trigger.status);
}

/** SIGKILL: no handler runs, nothing is flushed, no lock is released. */
function die(): void {
  process.kill(process.pid, 'SIGKILL');
}
