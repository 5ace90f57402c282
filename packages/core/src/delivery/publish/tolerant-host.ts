import { errorMessage } from '../../kernel/errors/error-message.ts';
import { type BackgroundErrorSinks, reportBackgroundError } from '../../kernel/events/report-background-error.ts';
import type { HostCallbacks } from '../../options/host-callbacks.ts';
import { encodePayload } from '../catalogue/payload.ts';
import { checkPermissions } from '../subscriptions/subscription-permission.ts';
import { checkPayload } from './check-payload.ts';

/**
 * Returns the callbacks for notifications of the engine itself, such as the end of an operation or the revocation of an API
 * key. They must not fail because the host cannot respond: the deliveries of owners whose permissions are unknown are held,
 * and a payload that the host does not change is that of the catalogue.
 */
export function tolerantHost(host: HostCallbacks, sinks: BackgroundErrorSinks): HostCallbacks {
  const { permissionsOf, isMemberOfGroup, shapePayload } = host;
  const report = (name: string, consequence: string, error: unknown): void => {
    const message = `host.${name} failed, so ${consequence}: ${errorMessage(error)}`;
    const line = 'A callback of the host failed.';
    reportBackgroundError(sinks, { task: 'publish', line }, new Error(message, { cause: error }));
  };
  const orElse = async <Value>(name: string, fallback: Value, call: () => Promise<Value>): Promise<Value> => {
    try {
      return await call();
    } catch (error) {
      report(name, 'deliveries are held or omitted', error);
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
    ...(shapePayload && {
      shapePayload(payload, of) {
        try {
          const shaped = checkPayload(shapePayload.call(host, payload, of) ?? payload);
          encodePayload(shaped);
          return shaped;
        } catch (error) {
          report('shapePayload', 'a payload is that of the catalogue', error);
          return payload;
        }
      },
    }),
  };
}
