import { isIP } from 'node:net';
import { type ConnectionRequest, PlatformError } from '@portcullis/plugin-api';
import { isLocalAddress } from '@portcullis/plugin-network';
import type { Config } from '../config/config-schema.ts';
import { runCall } from '../objects/run-call.ts';
import type { Settings } from '../options.ts';
import { createApi } from './api.ts';
import { createAuthorization } from './authorization.ts';
import { createCalls } from './create-calls.ts';
import { localHost } from './local-host.ts';
import type { PlatformSession } from './platform-session.ts';

/**
 * Opens a session: signs in, and requests the current account, so that invalid credentials fail here.
 *
 * @throws PlatformApiError, or a PlatformError.
 */
export async function connect(
  { config, signal, deadlineMs }: Pick<ConnectionRequest<Config, never>, 'config' | 'signal' | 'deadlineMs'>,
  settings: Settings,
): Promise<PlatformSession> {
  const untilDeadline = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
  untilDeadline.throwIfAborted();
  // Names are checked when they are resolved; an address is checked here.
  if (settings.endpoint === undefined && isIP(config.host) !== 0 && isLocalAddress(config.host)) throw localHost();
  const send = await settings.send(settings.endpoint);
  try {
    const authorization = createAuthorization({ config, settings, send });
    const calls = createCalls(createApi(settings.endpoint ?? `https://${config.host}`, authorization, send));
    await calls.account(untilDeadline);
    return {
      calls,
      async run(operation, context) {
        if (operation.kind === 'call') return runCall(calls, operation, context.signal);
        throw new PlatformError({
          failureClass: 'internal',
          message: 'This platform has calls and runs no statements.',
        });
      },
      close: () => send.close(),
    };
  } catch (error) {
    await send.close();
    throw error;
  }
}
