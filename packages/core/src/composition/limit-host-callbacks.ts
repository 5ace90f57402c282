import { callInTime } from '../kernel/time/call-in-time.ts';
import type { HostCallbacks } from '../options/host-callbacks.ts';
import type { Clock } from '../ports/clock.ts';

/** Milliseconds that a callback for a notification may take. */
const CALLBACK_MS = 10_000;

/**
 * Returns the same callbacks, those for the recipients of notifications with a limit on their time. A transition of an integration
 * calls them in its transaction, on which other writers may wait.
 */
export function limitHostCallbacks(host: HostCallbacks, clock: Pick<Clock, 'after'>): HostCallbacks {
  const milliseconds = CALLBACK_MS;
  const { isDataSourceCredential, isMemberOfGroup, permissionsOf, shapePayload, beforeRemove } = host;
  return {
    ...(isDataSourceCredential && { isDataSourceCredential: isDataSourceCredential.bind(host) }),
    ...(isMemberOfGroup && {
      isMemberOfGroup: (userId, group, of) => {
        const call = () => isMemberOfGroup.call(host, userId, group, of);
        return callInTime(clock, { milliseconds, name: 'host.isMemberOfGroup', call });
      },
    }),
    ...(permissionsOf && {
      permissionsOf: (userId, of) => {
        const call = () => permissionsOf.call(host, userId, of);
        return callInTime(clock, { milliseconds, name: 'host.permissionsOf', call });
      },
    }),
    ...(shapePayload && { shapePayload: shapePayload.bind(host) }),
    ...(beforeRemove && { beforeRemove: beforeRemove.bind(host) }),
  };
}
