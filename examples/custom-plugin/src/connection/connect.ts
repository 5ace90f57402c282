import { rootCertificates } from 'node:tls';
import type { ConnectionRequest } from '@portcullis/plugin-api';
import { withinResponseLimit } from '@portcullis/plugin-network';
import type { Config } from '../config/config-schema.ts';
import { SQL_MODE } from '../dialect/quote.ts';
import type { Facts } from '../discover.ts';
import type { Settings } from '../options.ts';
import { createSession } from './create-session.ts';
import { createSocket } from './create-socket.ts';
import type { DriverConnectionOptions } from './driver.ts';
import { loginFor } from './login.ts';
import type { PlatformSession } from './platform-session.ts';

/**
 * Opens a connection. The signal and the deadline apply from the first packet on: no connection may stay open when no
 * caller waits for it.
 *
 * @throws the driver's own error, which `classifyError` reads, or a PlatformError.
 */
export async function connect(request: ConnectionRequest<Config, Facts>, settings: Settings): Promise<PlatformSession> {
  const { config, deadlineMs, logger } = request;
  const signal = AbortSignal.any([request.signal, AbortSignal.timeout(deadlineMs)]);
  const { user, password } = loginFor(request);
  signal.throwIfAborted();
  const { createConnection } = await settings.driver();
  const socket = createSocket(settings);
  const options: DriverConnectionOptions = {
    host: config.host,
    port: config.port,
    user,
    password,
    ...(settings.tls === 'off' ? {} : { ssl: tlsOptions(settings) }),
    charset: 'utf8mb4_bin',
    connectTimeout: deadlineMs,
    // A server must not be able to ask for files of this machine.
    flags: ['-LOCAL_FILES'],
    stream: () => socket.connect(config.port, config.host),
  };
  const abandon = (): void => {
    socket.destroy(new Error('The connection attempt was cancelled.', { cause: signal.reason }));
  };
  signal.addEventListener('abort', abandon, { once: true });
  try {
    const connection = await withinResponseLimit(socket, () => createConnection(options));
    // Without a listener, a broken connection would end the whole process. The next statement reports the error.
    connection.on('error', (error) => logger.debug('The connection was lost.', { reason: error.message }));
    await connection.query(SQL_MODE);
    return createSession(connection, socket);
  } catch (error) {
    socket.destroy();
    // A caller that aborted receives the abort reason instead of the error of the driver.
    signal.throwIfAborted();
    throw error;
  } finally {
    signal.removeEventListener('abort', abandon);
  }
}

/** The driver checks certificates for the name in `host`. */
function tlsOptions({ certificateAuthorities }: Settings): NonNullable<DriverConnectionOptions['ssl']> {
  return {
    rejectUnauthorized: true,
    verifyIdentity: true,
    ...(certificateAuthorities.length > 0 ? { ca: [...rootCertificates, ...certificateAuthorities] } : {}),
  };
}
