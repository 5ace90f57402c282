import { type ConnectionRequest, type Dialect, literal, sql } from '@portcullis/plugin-api';
import type { RedshiftConfig } from '../config/config-schema.ts';
import { serviceAccountName } from '../names/object-names.ts';
import type { Settings } from '../settings.ts';
import { STAGE } from '../stages.ts';
import { accountFor } from './account.ts';
import { createSession } from './create-session.ts';
import type { DriverClientOptions } from './driver.ts';
import { createSocket } from './open-socket.ts';
import type { RedshiftSession } from './redshift-session.ts';
import { tlsOptions } from './tls.ts';

type Request<Facts extends Record<string, string | null>> = ConnectionRequest<RedshiftConfig, Facts>;

/**
 * Opens a connection on a stage. The deadline and the signal hold from the first packet on.
 *
 * @throws the driver's own error, or a PlatformError from {@link accountFor}.
 */
export async function connect<Facts extends Record<string, string | null>>(
  request: Request<Facts>,
  settings: Settings,
  dialect: Dialect,
): Promise<RedshiftSession> {
  const { config, stage, mode, signal, deadlineMs, logger } = request;
  const account = accountFor(request, settings.engine);
  signal.throwIfAborted();
  const { Client } = await settings.driver();
  const socket = createSocket(settings);
  const options: DriverClientOptions = {
    ...account,
    host: config.host,
    port: config.port,
    database: stage === STAGE.initial ? config.initialDatabase : config.database,
    ssl: tlsOptions(config.host, settings),
    connectionTimeoutMillis: deadlineMs,
    application_name: 'portcullis',
    keepAlive: true,
    stream: () => socket,
  };
  const client = new Client(options);
  const destroy = (): void => {
    socket.destroy();
  };
  const serviceAccount = serviceAccountName(config, mode, settings.engine);
  const session = createSession({ client, options, dialect, logger, serviceAccount, destroy });
  const abandon = (): void => {
    socket.destroy(asError(signal.reason));
  };
  signal.addEventListener('abort', abandon, { once: true });
  try {
    await client.connect();
    // Not as start-up parameters: Amazon Redshift does not take them there.
    await session.query(sql`SET statement_timeout TO ${literal(settings.statementTimeoutMs)}`, { signal });
    // What anybody may have put into other schemas is never found by accident.
    await session.query(sql`SET search_path TO pg_catalog`, { signal });
    return session;
  } catch (error) {
    destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', abandon);
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The connection was given up.');
}
