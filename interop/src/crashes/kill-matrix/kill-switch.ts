import type { Store } from '@portcullis/core';
import type { AnyPluginDefinition, Session } from '@portcullis/plugin-api';
import { interceptStore, type StoreCall } from '@portcullis/testing';
import type { KillPoint, KillPointCounts } from './victim-protocol.ts';

/** Counts the points at which this process can be killed, and kills it at one of them. */
export interface KillSwitch {
  /** Starts counting points. */
  arm(): void;
  counts(): KillPointCounts;
  /** A store whose commits count. */
  store(inner: Store): Store;
  /** A plugin whose statements count. */
  plugin(definition: AnyPluginDefinition): AnyPluginDefinition;
}

/** Creates the switch of this process. Without a point, the process is not killed. */
export function createKillSwitch(point: KillPoint | undefined): KillSwitch {
  const counts = { statement: 0, commit: 0 };
  let armed = false;

  const dieAt = (what: KillPoint['what'], number: number, when: KillPoint['when']): void => {
    if (!armed || point?.what !== what || point.number !== number || point.when !== when) return;
    // SIGKILL: no handler, no clean-up, nothing is flushed.
    process.kill(process.pid, 'SIGKILL');
  };
  const pass = (what: KillPoint['what']): number => {
    if (armed) counts[what] += 1;
    dieAt(what, counts[what], 'before');
    return counts[what];
  };

  return {
    arm() {
      armed = true;
    },
    counts: () => ({ ...counts }),
    store: (inner) =>
      interceptStore(inner, {
        async call(call, proceed) {
          const isRead = call.operation === 'find' || call.operation === 'count';
          if (call.transaction || isRead || isHeartbeat(call)) return proceed();
          const number = pass('commit');
          const result = await proceed();
          dieAt('commit', number, 'after');
          return result;
        },
        async transaction(open, proceed) {
          let number = 0;
          // Before the hooks of the work itself, so that only committed data of the process remains.
          open.afterCommit(() => dieAt('commit', number, 'after'));
          const result = await proceed();
          number = pass('commit');
          return result;
        },
      }),
    plugin(definition) {
      const { connect } = definition;
      if (!connect) return definition;
      return {
        ...definition,
        connect: async (request) =>
          watched(await connect(request), pass, (number) => dieAt('statement', number, 'after')),
      };
    },
  };
}

/** The clock renews a lease. If renewals counted, the points would depend on the speed of the machine. */
function isHeartbeat({ table, patch }: StoreCall): boolean {
  return table === 'operations' && Object.keys(patch).join() === 'leaseUntil';
}

function watched(session: Session, pass: (what: 'statement') => number, ran: (number: number) => void): Session {
  const run: Session['run'] = async (operation, options) => {
    const number = pass('statement');
    const result = await session.run(operation, options);
    ran(number);
    return result;
  };
  return new Proxy(session, { get: (target, name) => (name === 'run' ? run : Reflect.get(target, name)) });
}
