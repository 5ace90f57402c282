import { once } from 'node:events';
import type { Socket } from 'node:net';
import { guardPostgresConnection } from '@portcullis/plugin-network';
import type { Driver, DriverClientOptions } from './driver.ts';

/** Maximum duration of a cancellation in milliseconds, after which the connection is closed anyway. */
const CANCEL_DEADLINE_MS = 2_000;

/** The server, and the route to it. */
export interface CancelTarget extends Pick<DriverClientOptions, 'host' | 'port' | 'ssl'> {
  readonly Connection: Driver['Connection'];
  /** Creates a socket for another connection. */
  readonly openSocket: (signal: AbortSignal) => Promise<Socket>;
}

/** The process on the server whose statement is cancelled. */
export interface RunningProcess {
  readonly processId: number;
  readonly secretKey: number;
}

/**
 * Sends a request to cancel the statement of a process, over a separate connection with the same security, as the
 * protocol requires. Unlike `pg_cancel_backend`, it needs no sign-in and thus no session. `Client.cancel` of `pg` would
 * send the key before TLS. Never rejects, since the server does not respond.
 */
export async function cancelStatement(
  { host, port, ssl, openSocket, Connection }: CancelTarget,
  { processId, secretKey }: RunningProcess,
): Promise<void> {
  if (!Connection) return;
  const signal = AbortSignal.timeout(CANCEL_DEADLINE_MS);
  let socket: Socket | undefined;
  try {
    const stream = await openSocket(signal);
    socket = stream;
    socket.setTimeout(CANCEL_DEADLINE_MS, () => stream.destroy());
    const connection = guardPostgresConnection(new Connection({ ssl, stream: () => stream }));
    const cancel = (): void => connection.cancel(processId, secretKey);
    const ended = new Promise<void>((resolve) => {
      connection.on('error', () => resolve());
      connection.once('end', resolve);
    });
    connection.once('connect', () => (ssl ? connection.requestSsl() : cancel()));
    connection.once('sslconnect', cancel);
    connection.connect(port, host);
    await Promise.race([ended, once(signal, 'abort')]);
  } catch {
    // The caller closes the connection next, which also ends the statement.
  } finally {
    socket?.destroy();
  }
}
