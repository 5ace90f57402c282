import { isIP } from 'node:net';
import { type ConnectionRequest, PlatformError } from '@portcullis/plugin-api';
import { createAccessTokenProvider, isLocalAddress } from '@portcullis/plugin-network';
import type { Config } from '../config/config-schema.ts';
import { runCall } from '../objects/run-call.ts';
import type { Settings } from '../options.ts';
import { accessToken } from './access-token.ts';
import { createApi } from './api.ts';
import { createCalls } from './create-calls.ts';
import { createRequests } from './create-requests.ts';
import { localHost } from './local-host.ts';
import type { PlatformSession } from './platform-session.ts';
import { signInOf } from './sign-in.ts';

/**
 * Opens a session: signs in, and requests the current account, so that invalid credentials fail here.
 *
 * @throws PlatformApiError, or a PlatformError.
 */
export async function connect(
  request: ConnectionRequest<Config, Record<string, never>>,
  settings: Settings,
): Promise<PlatformSession> {
  const { host } = request.config;
  const untilDeadline = AbortSignal.any([request.signal, AbortSignal.timeout(request.deadlineMs)]);
  untilDeadline.throwIfAborted();
  // Names are checked when they are resolved; an address is checked here.
  if (settings.endpoint === undefined && isIP(host) !== 0 && isLocalAddress(host)) throw localHost();
  const client = signInOf(request);
  const address = settings.endpoint ?? `https://${host}`;
  const send = await settings.send(settings.endpoint);
  try {
    const tokens = createAccessTokenProvider((signal) =>
      accessToken(`${address}/oauth/token`, client, { send, signal }),
    );
    const calls = createCalls(createRequests(createApi(address, tokens, send)));
    await calls.account(untilDeadline);
    return {
      calls,
      async run(operation, { signal }) {
        if (operation.kind === 'call') return runCall(calls, operation, signal);
        const message = 'This platform has calls and runs no statements.';
        throw new PlatformError({ failureClass: 'internal', message });
      },
      close: () => send.close(),
    };
  } catch (error) {
    await send.close();
    throw error;
  }
}
