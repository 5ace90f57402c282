import { type ConnectionRequest, type Dialect, literal, PlatformError, sql } from '@portcullis/plugin-api';
import { guardPostgresConnection } from '@portcullis/plugin-network';
import type { RedshiftConfig } from '../config/config-schema.ts';
import type { Settings } from '../connection-settings.ts';
import { classifyError } from '../failures/classify-error.ts';
import { serviceAccountName } from '../names/object-names.ts';
import { STAGE } from '../stages.ts';
import { type Account, accountFor } from './account.ts';
import { answerDigest, DIGEST } from './answer-digest.ts';
import { createSession } from './create-session.ts';
import type { Driver, DriverClientOptions } from './driver.ts';
import type { TemporaryAccount } from './federation/aws-calls.ts';
import { socketFor } from './open-socket.ts';
import type { RedshiftSession } from './redshift-session.ts';
import { tlsOptions } from './tls.ts';

type Request<Facts extends Record<string, string | null>> = ConnectionRequest<RedshiftConfig, Facts>;

/**
 * Opens a connection on a stage. The deadline and the signal apply from the first packet on.
 *
 * @throws the driver's own error, or a PlatformError from {@link accountFor}.
 */
export async function connect<Facts extends Record<string, string | null>>(
  request: Request<Facts>,
  settings: Settings,
  dialect: Dialect,
): Promise<RedshiftSession> {
  const { config, stage, mode, signal, deadlineMs, logger } = request;
  const database = stage === STAGE.initial ? config.initialDatabase : config.database;
  const account = accountFor(request, settings.engine);
  const { user, password } = await signInAccount(account, database, settings, request);
  signal.throwIfAborted();
  const { Client, Connection } = await settings.driver();
  const { host, port } = config;
  const connectSignal = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
  const socket = await socketFor(settings, { host, port }, connectSignal);
  const options: DriverClientOptions = {
    user,
    password,
    host,
    port,
    database,
    ssl: tlsOptions(config.host, settings),
    connectionTimeoutMillis: deadlineMs,
    application_name: 'portcullis',
    keepAlive: true,
    stream: () => socket,
  };
  const client = new Client({ ...options, ...guardedConnection(Connection, options) });
  const destroy = (): void => {
    socket.destroy();
  };
  const serviceAccount = serviceAccountName(config, mode, settings.engine);
  const session = createSession({
    client,
    cancelTarget: { ...options, Connection, openSocket: (until) => socketFor(settings, { host, port }, until) },
    dialect,
    logger,
    serviceAccount,
    destroy,
  });
  const abandon = (): void => {
    socket.destroy(asError(signal.reason));
  };
  signal.addEventListener('abort', abandon, { once: true });
  try {
    await client.connect().catch((error: unknown) => {
      throw account.kind === 'okta' ? explainSignInFailure(error, user) : error;
    });
    // Sent as statements, because Amazon Redshift does not accept these settings as start-up parameters.
    await session.query(sql`SET statement_timeout TO ${literal(settings.statementTimeoutMs)}`, { signal });
    // Prevents that a name resolves to an object of another user in another schema.
    await session.query(sql`SET search_path TO pg_catalog`, { signal });
    return session;
  } catch (error) {
    destroy();
    throw error;
  } finally {
    signal.removeEventListener('abort', abandon);
  }
}

/**
 * Returns the connection of a client, which is guarded against its server and also proves passwords that are stored as a
 * digest.
 */
function guardedConnection(
  Connection: Driver['Connection'],
  { ssl, stream, keepAlive, password }: DriverClientOptions,
): Pick<DriverClientOptions, 'connection'> {
  if (!Connection) return {};
  const connection = new Connection({ ssl, stream, keepAlive });
  answerDigest(connection, password);
  return { connection: guardPostgresConnection(connection, { authenticationMethods: [DIGEST] }) };
}

/**
 * Returns the account with its password. A sign-in through Okta requests a password first; the connection gets the
 * remaining time of the deadline.
 */
async function signInAccount(
  account: Account,
  database: string,
  settings: Settings,
  { signal, deadlineMs }: { readonly signal: AbortSignal; readonly deadlineMs: number },
): Promise<TemporaryAccount> {
  if (account.kind === 'password') return account;
  signal.throwIfAborted();
  const { temporaryAccount } = await import('./federation/temporary-account.ts');
  const either = AbortSignal.any([signal, AbortSignal.timeout(deadlineMs)]);
  return temporaryAccount(account.config, { database, user: account.user }, settings, either);
}

/**
 * Returns the error of a sign-in with temporary credentials. AWS issues them for every name, and only the sign-in fails if the database has
 * no such user. Source: Amazon Redshift API reference, "GetClusterCredentials", DbUser.
 */
function explainSignInFailure(error: unknown, user: string): unknown {
  if (classifyError(error)?.class !== 'credentials') return error;
  return new PlatformError({
    failureClass: 'credentials',
    message: `The server refused the temporary credentials of the database user "${user.replace(/^IAMA?:/, '')}".`,
    help: 'Check that this user exists: AWS issues credentials for every name, and the sign-in does not create the user.',
    cause: error,
  });
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The connection attempt was cancelled.');
}
