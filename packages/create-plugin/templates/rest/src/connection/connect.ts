import { type ConnectionRequest, PlatformError } from '@portcullis/plugin-api';
import type { Config } from '../config/config-schema.ts';
import { runCall } from '../objects/run-call.ts';
import type { Settings } from '../options.ts';
import { createApi } from './api.ts';
import { authorization } from './authorization.ts';
import { createCalls } from './create-calls.ts';
import type { PlatformSession } from './platform-session.ts';

/**
 * Opens a session: signs in, and asks who one is, so that bad credentials show here and not half-way through.
 *
 * @throws PlatformApiError, or a PlatformError.
 */
export async function connect(
  { config, signal, deadlineMs }: Pick<ConnectionRequest<Config, never>, 'config' | 'signal' | 'deadlineMs'>,
  settings: Settings,
): Promise<PlatformSession> {
  const untilDeadline = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
  untilDeadline.throwIfAborted();
  const address = settings.endpoint ?? `https://${config.host}`;
  const calls = createCalls(createApi(address, await authorization(config, settings, untilDeadline), settings));
  await calls.account(untilDeadline);
  return {
    calls,
    async run(operation, context) {
      if (operation.kind !== 'call') {
        throw new PlatformError({ failureClass: 'internal', message: 'This platform takes calls, not statements.' });
      }
      return runCall(calls, operation, context.signal);
    },
    // Requests hold no connection of their own.
    close: async () => {},
  };
}
