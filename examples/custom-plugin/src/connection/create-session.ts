import type { Socket } from 'node:net';
import { canonicalText, PlatformError } from '@portcullis/plugin-api';
import { withinResponseLimit } from '@portcullis/plugin-network';
import { DIALECT } from '../dialect/dialect.ts';
import type { DriverConnection } from './driver.ts';
import type { PlatformSession, Row } from './platform-session.ts';

/** Milliseconds that a connection may take to close in an orderly way. */
const GRACE_MS = 1_500;

/**
 * Wraps a connection.
 *
 * @param socket - the socket of the connection. The host of a config may be any server, which must not fill the memory.
 */
export function createSession(
  connection: DriverConnection,
  socket: Pick<Socket, 'bytesRead' | 'destroy'>,
): PlatformSession {
  // When no caller waits for a statement any more, its connection is cut; the server notices this and stops the statement.
  const destroy = (): void => connection.destroy();
  const send = async (text: string, signal: AbortSignal): Promise<readonly Row[]> => {
    signal.throwIfAborted();
    signal.addEventListener('abort', destroy, { once: true });
    try {
      const [rows] = await withinResponseLimit(socket, () => connection.query(text));
      return Array.isArray(rows) ? rows : [];
    } catch (error) {
      // A caller that aborted receives the abort reason instead of the error of the driver.
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', destroy);
    }
  };
  return {
    query: (statement, { signal }) => send(canonicalText(statement, DIALECT), signal),
    async run(operation, { signal }) {
      if (operation.kind !== 'statement') {
        const message = `This platform runs statements of SQL, not "${operation.text}".`;
        throw new PlatformError({ failureClass: 'internal', message });
      }
      // Secrets are filled in only here: the result of `reveal` is sent and not stored.
      await send(operation.reveal(), signal);
      return {};
    },
    async close() {
      const cut = setTimeout(destroy, GRACE_MS);
      await connection.end().catch(() => {});
      clearTimeout(cut);
      destroy();
    },
  };
}
