import { withDeadline } from '../kernel/time/deadline.ts';
import { createTimedCalls, HOST_CALL_MS } from '../kernel/time/timed-calls.ts';
import type { HostCallbacks } from '../options/host-callbacks.ts';
import type { Clock } from '../ports/clock.ts';

/**
 * Returns the same callbacks with a limit on their time. A transition of an integration calls those for the recipients of notifications in
 * its transaction, on which other writers may wait; an operation that waited for ever for one would never end.
 */
export function limitHostCallbacks(host: HostCallbacks, clock: Clock): HostCallbacks {
  const timed = createTimedCalls(clock);
  /** The class of the failure, a time-out, is shown in the result of a validation test or an operation. */
  const timedOperation = <Value>(name: string, call: () => Promise<Value>): Promise<Value> =>
    withDeadline(clock, HOST_CALL_MS, name, call);
  const { isDataSourceCredential, isMemberOfGroup, permissionsOf, shapePayload, beforeRemove } = host;
  return {
    ...(isDataSourceCredential && {
      isDataSourceCredential: (account, of) =>
        timedOperation('host.isDataSourceCredential', async () => isDataSourceCredential.call(host, account, of)),
    }),
    ...(isMemberOfGroup && {
      isMemberOfGroup: (userId, group, of) =>
        timed('host.isMemberOfGroup', userId, () => isMemberOfGroup.call(host, userId, group, of)),
    }),
    ...(permissionsOf && {
      permissionsOf: (userId, of) => timed('host.permissionsOf', userId, () => permissionsOf.call(host, userId, of)),
    }),
    ...(shapePayload && { shapePayload: shapePayload.bind(host) }),
    ...(beforeRemove && {
      beforeRemove: (removal, of) =>
        timedOperation('host.beforeRemove', async () => beforeRemove.call(host, removal, of)),
    }),
  };
}
