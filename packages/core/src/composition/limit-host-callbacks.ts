import { createTimedCalls } from '../kernel/time/timed-calls.ts';
import type { HostCallbacks } from '../options/host-callbacks.ts';
import type { Clock } from '../ports/clock.ts';

/**
 * Returns the same callbacks, those for the recipients of notifications with a limit on their time. A transition of an integration
 * calls them in its transaction, on which other writers may wait.
 */
export function limitHostCallbacks(host: HostCallbacks, clock: Pick<Clock, 'after' | 'monotonic'>): HostCallbacks {
  const timed = createTimedCalls(clock);
  const { isDataSourceCredential, isMemberOfGroup, permissionsOf, shapePayload, beforeRemove } = host;
  return {
    ...(isDataSourceCredential && { isDataSourceCredential: isDataSourceCredential.bind(host) }),
    ...(isMemberOfGroup && {
      isMemberOfGroup: (userId, group, of) =>
        timed('host.isMemberOfGroup', userId, () => isMemberOfGroup.call(host, userId, group, of)),
    }),
    ...(permissionsOf && {
      permissionsOf: (userId, of) => timed('host.permissionsOf', userId, () => permissionsOf.call(host, userId, of)),
    }),
    ...(shapePayload && { shapePayload: shapePayload.bind(host) }),
    ...(beforeRemove && { beforeRemove: beforeRemove.bind(host) }),
  };
}
