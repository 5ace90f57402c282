import { type ConnectionOptions, rootCertificates } from 'node:tls';
import type { ConnectionRequest } from '@portcullis/plugin-api';
import type { Config } from '../config/config-schema.ts';
import type { Facts } from '../discover.ts';
import type { Settings } from '../options.ts';
import { createSession } from './create-session.ts';
import { createSocket } from './create-socket.ts';
import { type Login, loginFor } from './login.ts';
import type { PlatformSession } from './platform-session.ts';

/**
 * Opens a connection. The signal and the deadline apply from the first packet on: no connection may stay open without a
 * caller.
 *
 * @throws the driver's own error, which `classifyError` reads, or a PlatformError.
 */
export async function connect(request: ConnectionRequest<Config, Facts>, settings: Settings): Promise<PlatformSession> {
  const { config, deadlineMs, logger } = request;
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(deadlineMs)]);
  const login = await loginFor({ ...request, settings, signal });
  signal.throwIfAborted();
  const { createClient } = await settings.driver();
  const socket = createSocket(settings);
  const client = createClient({
    host: config.host,
    port: config.port,
    database: config.database,
    user: login.user,
    ...(login.password === undefined ? {} : { password: login.password }),
    ssl: settings.tls === 'off' ? false : tlsOptions(config.host, login, settings),
    connectionTimeoutMillis: deadlineMs,
    stream: () => socket,
  });
  // Without a listener, a broken connection would end the whole process. The next statement reports the error.
  client.on('error', (error) => logger.debug('The connection was lost.', { reason: error.message }));
  const abandon = (): void => {
    socket.destroy(new Error('The connection attempt was cancelled.', { cause: signal.reason }));
  };
  signal.addEventListener('abort', abandon, { once: true });
  try {
    await client.connect();
    return createSession(client, () => socket.destroy());
  } catch (error) {
    socket.destroy();
    // After an abort, the caller gets its own reason instead of the driver's error.
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', abandon);
  }
}

function tlsOptions(host: string, { certificate }: Login, { certificateAuthorities }: Settings): ConnectionOptions {
  return {
    rejectUnauthorized: true,
    servername: host,
    ...(certificateAuthorities.length > 0 ? { ca: [...rootCertificates, ...certificateAuthorities] } : {}),
    ...certificate,
  };
}
