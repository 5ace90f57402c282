import { canonicalText, PlatformError } from '@portcullis/plugin-api';
import { DIALECT } from '../dialect/dialect.ts';
import type { DriverClient } from './driver.ts';
import type { PlatformSession, Row } from './platform-session.ts';

/** Maximum duration of an orderly close of a connection, in milliseconds. */
const GRACE_MS = 1_500;

/**
 * Wraps a connected client.
 *
 * @param destroy - closes the connection immediately. The server detects this and stops the running statement.
 */
export function createSession(client: DriverClient, destroy: () => void): PlatformSession {
  const send = async (text: string, signal: AbortSignal): Promise<readonly Row[]> => {
    signal.throwIfAborted();
    signal.addEventListener('abort', destroy, { once: true });
    try {
      return (await client.query(text)).rows;
    } catch (error) {
      // After an abort, the caller gets its own reason instead of the driver's error.
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
      await client.end().catch(() => {});
      clearTimeout(cut);
      destroy();
    },
  };
}
