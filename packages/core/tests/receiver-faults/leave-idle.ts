import type { Socket } from 'node:net';
import type { FaultyReceiver } from './faulty-receiver.ts';
import type { ReceiverFault } from './receiver-fault.ts';

/**
 * Makes the receiver act on its idle connections. Resolves when the dispatcher has seen that they are closed.
 *
 * @param sockets - the dispatcher's ends of the connections.
 */
export async function leaveIdle(
  { whileIdle }: ReceiverFault,
  receiver: FaultyReceiver,
  sockets: readonly Socket[],
): Promise<void> {
  if (!whileIdle) return;
  const open = sockets.filter((socket) => !socket.closed);
  const closed = open.map((socket) => new Promise((resolve) => socket.once('close', resolve)));
  for (const socket of receiver.sockets) whileIdle(socket);
  await Promise.all(closed);
}
