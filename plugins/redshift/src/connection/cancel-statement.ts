import { once } from 'node:events';
import type { Socket } from 'node:net';
import type { Driver, DriverClientOptions } from './driver.ts';

/** Milliseconds a cancellation may take: beyond them the connection is cut anyway. */
const CANCEL_DEADLINE_MS = 2_000;

/** The server and the way to it. */
export interface CancelTarget extends Pick<DriverClientOptions, 'host' | 'port' | 'ssl'> {
  readonly Connection: Driver['Connection'];
  /** Creates a socket for one more connection. */
  readonly openSocket: (signal: AbortSignal) => Promise<Socket>;
}

/** The server's process to be interrupted. */
export interface RunningProcess {
  readonly processId: number;
  readonly secretKey: number;
}

/**
 * Asks the server to cancel the statement of a process, over a separate connection as in the protocol, secured like the
 * first one. It needs no sign-in, unlike `pg_cancel_backend`, so it also works without a session. `Client.cancel` of
 * `pg` would send the key before TLS. Never rejects: the server does not answer either.
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
    const connection = new Connection({ ssl, stream: () => stream });
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
    // The connection is cut next, which ends the statement too.
  } finally {
    socket?.destroy();
  }
}
