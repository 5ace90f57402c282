import type { Socket } from 'node:net';
import { PlatformError } from '@portcullis/plugin-api';

/** Maximum number of bytes of a response, as many as responses over HTTP have. */
const MAX_RESPONSE_BYTES = 32 * 1024 * 1024;
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
    if (refusal || socket.bytesRead - before <= MAX_RESPONSE_BYTES) return;
    refusal = tooLong();
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

function tooLong(): PlatformError {
  return new PlatformError({
    failureClass: 'network',
    message: `The server sent more than ${MAX_RESPONSE_BYTES / 1024 / 1024} MiB in response to one statement.`,
    help: 'Check host and port: another server may listen there.',
  });
}
