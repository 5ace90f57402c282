import type { Socket } from 'node:net';
import type { PlatformError } from '@portcullis/plugin-api';
import { DEFAULT_RESPONSE_LIMIT, responseTooLong } from './response-too-long.ts';

/** Milliseconds between two looks at the number of received bytes. */
const CHECK_MS = 50;

/**
 * Does work on a connection of any driver, and closes the connection when the server sends more than 32 MiB in the meantime. Drivers
 * keep a response in memory, and the host of a config may be any server: one that sends rows without an end would exhaust the process.
 * For `pg`, use `guardPostgresConnection`, which also counts.
 *
 * @throws PlatformError `network` when the server sent too much, otherwise the error of the work.
 */
export async function withinResponseLimit<Result>(
  socket: Pick<Socket, 'bytesRead' | 'destroy'>,
  work: () => Promise<Result>,
): Promise<Result> {
  const before = socket.bytesRead;
  let refusal: PlatformError | undefined;
  const timer = setInterval(() => {
    if (refusal || socket.bytesRead - before <= DEFAULT_RESPONSE_LIMIT) return;
    refusal = responseTooLong(DEFAULT_RESPONSE_LIMIT);
    socket.destroy(refusal);
  }, CHECK_MS);
  try {
    return await work();
  } catch (error) {
    throw refusal ?? error;
  } finally {
    clearInterval(timer);
  }
}
