import { errorMessage } from '../../kernel/errors/error-message.ts';
import type { HostCallbacks } from '../../options/host-callbacks.ts';
import type { DeliveryEventSink } from '../events/delivery-events.ts';
import { checkPermissions } from '../subscriptions/subscription-permission.ts';

/**
 * Returns the callbacks for what the engine itself publishes, such as the end of an operation or the revocation of an API key, which
 * must not fail because the host cannot respond: the deliveries of owners whose permissions are unknown are held.
 */
export function tolerantHost(host: HostCallbacks, events: DeliveryEventSink): HostCallbacks {
  const { permissionsOf, isMemberOfGroup } = host;
  const orElse = async <Value>(name: string, fallback: Value, call: () => Promise<Value>): Promise<Value> => {
    try {
      return await call();
    } catch (error) {
      const message = `host.${name} failed, so deliveries are held or omitted: ${errorMessage(error)}`;
      events.emit('background.error', { task: 'publish', message });
      return fallback;
    }
  };
  return {
    ...(permissionsOf && {
      permissionsOf: (userId, of) =>
        orElse('permissionsOf', undefined, async () => checkPermissions(await permissionsOf.call(host, userId, of))),
    }),
    ...(isMemberOfGroup && {
      isMemberOfGroup: (userId, group, of) =>
        orElse('isMemberOfGroup', false, () => isMemberOfGroup.call(host, userId, group, of)),
    }),
  };
}
