import type { Socket } from 'node:net';

/**
 * Milliseconds after which the dispatcher, not the receiver, has closed them: it closes idle connections after ten seconds.
 */
const PATIENCE_MS = 5000;

/**
 * Resolves when the receiver has closed all of these connections, and those who use them have heard of it.
 *
 * @throws Error when it does not.
 */
export async function allClosed(sockets: readonly Socket[]): Promise<void> {
  const open = sockets.filter((socket) => !socket.closed);
  const closed = Promise.all(open.map((socket) => new Promise((resolve) => socket.once('close', resolve))));
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error('The receiver has closed nothing.')), PATIENCE_MS);
  });
  await Promise.race([closed, tooLong]).finally(() => clearTimeout(timer));
}
