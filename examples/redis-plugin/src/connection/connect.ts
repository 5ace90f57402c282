import { isIP } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { ConnectionRequest } from '@portcullis/plugin-api';
import { guardedLookup, isLocalAddress } from '@portcullis/plugin-network';
import type { Config } from '../config/config-schema.ts';
import type { Settings } from '../options.ts';
import type { CommandClient, CommandClientOptions } from './client.ts';
import { createSession } from './create-session.ts';
import { localHost } from './local-host.ts';
import { loginFor } from './login.ts';
import type { PlatformSession } from './platform-session.ts';

/**
 * Opens a connection. The signal and the deadline apply from the first packet on: no connection may stay open without a
 * caller.
 *
 * @throws the client's own error, which `classifyError` reads, or a PlatformError.
 */
export async function connect(
  request: ConnectionRequest<Config, Record<never, never>>,
  settings: Settings,
): Promise<PlatformSession> {
  const { config, deadlineMs, logger } = request;
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(deadlineMs)]);
  const login = loginFor(request);
  signal.throwIfAborted();
  const createClient = await settings.client();
  const ended = new AbortController();
  const client = createClient({
    ...login,
    socket: { ...socketOptions(config, settings), connectTimeout: deadlineMs, signal: ended.signal },
  });
  // Without a listener a broken connection would end the whole process. The next command reports the error.
  client.on('error', (error) => logger.debug('The connection was lost.', { reason: error.message }));
  const destroy = (): void => {
    destroyOnce(client);
    ended.abort();
  };
  signal.addEventListener('abort', destroy, { once: true });
  try {
    await client.connect();
    signal.throwIfAborted();
    return createSession(client, destroy);
  } catch (error) {
    destroy();
    // After an abort, the caller gets its own reason instead of the client's error.
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', destroy);
  }
}

/** Destroys a client once, because a second call throws. */
function destroyOnce(client: CommandClient): void {
  try {
    client.destroy();
  } catch {}
}

/**
 * Returns the options of the socket. It fails before the first packet if the host resolves to this machine or to a
 * link-local address: hosts come from users of the API, and an attempt would reveal open ports of this machine.
 */
function socketOptions(
  { host, port }: Config,
  { tls, certificateAuthorities, localHosts }: Settings,
): Omit<CommandClientOptions['socket'], 'connectTimeout' | 'signal'> {
  const isAddress = isIP(host) !== 0;
  const isRefused = localHosts === 'refused';
  if (isRefused && isAddress && isLocalAddress(host)) throw localHost();
  return {
    host,
    port,
    ...(isRefused && !isAddress ? { lookup: guardedLookup((address) => !isLocalAddress(address), localHost) } : {}),
    tls: tls === 'verified',
    ...(tls === 'verified' && !isAddress ? { servername: host } : {}),
    ...(certificateAuthorities.length > 0 ? { ca: [...rootCertificates, ...certificateAuthorities] } : {}),
  };
}
