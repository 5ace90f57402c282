import type { Socket } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { ConnectionRequest, FactValues } from '@portcullis/plugin-api';
import type { SynapseConfig } from '../config/config-schema.ts';
import { isThisMachine } from '../config/sql-endpoint.ts';
import { MASTER } from '../objects/catalogs.ts';
import type { Settings } from '../settings.ts';
import { STAGE } from '../stages.ts';
import { accountFor } from './account.ts';
import { createSession } from './create-session.ts';
import type { Connector, DriverConfig, DriverConnection, DriverMessage } from './driver.ts';
import { createConnector } from './guarded-connector.ts';
import type { SynapseSession } from './synapse-session.ts';

type Request<Facts extends FactValues> = ConnectionRequest<SynapseConfig, Facts>;

/** Milliseconds that the driver waits for the response to a cancellation before it closes the connection. */
const CANCEL_TIMEOUT_MS = 1_000;

/**
 * Opens a connection on a stage. The deadline and the signal apply from the first packet on.
 *
 * @throws the driver's own error, with the number of the server's message if there is one, or a PlatformError.
 */
export async function connect<Facts extends FactValues>(
  request: Request<Facts>,
  settings: Settings,
): Promise<SynapseSession> {
  const { stage, signal, logger } = request;
  const account = accountFor(request);
  const isMaster = stage === STAGE.master && !account.isService;
  signal.throwIfAborted();
  const driver = await settings.driver();
  const sockets = new Set<Socket>();
  const connector = createConnector({
    localPorts: settings.localPorts,
    proxy: settings.proxy,
    certificateAuthorities: settings.certificateAuthorities,
    onSocket: (socket) => {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
    },
  });
  const connection = new driver.Connection(driverConfig(request, settings, { account, isMaster, connector }));
  const destroy = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  // Without a listener, a broken connection would end the whole process. The next statement reports the error.
  connection.on('error', (error) => logger.debug('The connection was lost.', { reason: error.message }));
  connection.on('infoMessage', ({ number }) => logger.debug('The server sent a notice.', { number }));
  try {
    await waitForSignIn(connection, signal);
    return createSession({ driver, connection, destroy }, { isMaster });
  } catch (error) {
    destroy();
    throw error;
  }
}

/**
 * Waits for the sign-in. The driver reports a rejected sign-in without its cause, so the number of the server's message
 * is added to the error.
 */
function waitForSignIn(connection: DriverConnection, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    let refusal: DriverMessage | undefined;
    connection.on('errorMessage', (message) => {
      refusal ??= message;
    });
    const abandon = (): void => {
      connection.close();
      reject(signal.reason);
    };
    signal.addEventListener('abort', abandon, { once: true });
    connection.connect((error) => {
      signal.removeEventListener('abort', abandon);
      if (!error) resolve();
      else reject(refusal ? Object.assign(error, { number: refusal.number }) : error);
    });
  });
}

interface SignIn {
  readonly account: { readonly userName: string; readonly password: string };
  readonly isMaster: boolean;
  readonly connector: Connector;
}

function driverConfig<Facts extends FactValues>(
  { config, deadlineMs }: Request<Facts>,
  { encryption, certificateAuthorities, statementTimeoutMs }: Settings,
  { account, isMaster, connector }: SignIn,
): DriverConfig {
  const { userName, password } = account;
  return {
    server: config.host,
    authentication: { type: 'default', options: { userName, password } },
    options: {
      port: config.port,
      database: isMaster ? MASTER : config.database,
      appName: 'Portcullis',
      // By default, the driver would send the name of this machine.
      workstationId: 'portcullis',
      encrypt: encryption === 'strict' ? 'strict' : encryption === 'verified' || !isThisMachine(config.host),
      trustServerCertificate: false,
      cryptoCredentialsDetails:
        certificateAuthorities.length > 0 ? { ca: [...rootCertificates, ...certificateAuthorities] } : {},
      connectTimeout: deadlineMs,
      requestTimeout: statementTimeoutMs,
      cancelTimeout: CANCEL_TIMEOUT_MS,
      maxRetriesOnTransientErrors: 0,
      connector,
    },
  };
}
