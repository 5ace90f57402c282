import { once } from 'node:events';
import type { Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { OpenSocket } from '@portcullis/plugin-network';
import type { DriverClientOptions } from './driver.ts';

/** "Cancel request code" and "SSL request code" of the protocol. Source: PostgreSQL manual, "Message Formats". */
const CANCEL_CODE = 80_877_102;
const TLS_CODE = 80_877_103;
/** Milliseconds a cancellation may take: beyond them the connection is cut anyway. */
const CANCEL_DEADLINE_MS = 2_000;

/** The server's process to be interrupted. */
export interface RunningProcess {
  readonly processId: number;
  readonly secretKey: number | Uint8Array;
}

/**
 * Asks the server to cancel what a process runs, over a connection of its own as the protocol has it, secured like the first
 * one. Never rejects: the server does not answer either.
 */
export async function cancelStatement(
  {
    host,
    port,
    ssl,
    openSocket,
  }: Pick<DriverClientOptions, 'host' | 'port' | 'ssl'> & { readonly openSocket: OpenSocket },
  process: RunningProcess,
): Promise<void> {
  const signal = AbortSignal.timeout(CANCEL_DEADLINE_MS);
  let tcp: Socket | undefined;
  try {
    tcp = await openSocket({ host, port }, signal);
    tcp.setTimeout(CANCEL_DEADLINE_MS, () => tcp?.destroy());
    const socket = ssl ? await secure(tcp, ssl) : tcp;
    socket.on('error', () => {});
    socket.end(cancelRequest(process));
    await once(socket, 'close');
  } catch {
    // The connection is cut next, which ends the statement too.
  } finally {
    tcp?.destroy();
  }
}

async function secure(tcp: Socket, ssl: Exclude<DriverClientOptions['ssl'], false>): Promise<Socket> {
  const request = Buffer.alloc(8);
  request.writeInt32BE(8, 0);
  request.writeInt32BE(TLS_CODE, 4);
  tcp.write(request);
  const [answer] = (await once(tcp, 'data')) as [Buffer];
  if (answer.toString('latin1') !== 'S') throw new Error('The server does not offer TLS.');
  const socket = connectTls({ socket: tcp, ...ssl });
  await once(socket, 'secureConnect');
  return socket;
}

function cancelRequest({ processId, secretKey }: RunningProcess): Buffer {
  const key = typeof secretKey === 'number' ? fourBytes(secretKey) : Buffer.from(secretKey);
  return Buffer.concat([fourBytes(12 + key.length), fourBytes(CANCEL_CODE), fourBytes(processId), key]);
}

function fourBytes(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value | 0, 0);
  return bytes;
}
