import { PlatformError } from '@portcullis/plugin-api';
import { readAccount } from '../observation/read-account.ts';
import type { CommandClient } from './client.ts';
import type { PlatformSession } from './platform-session.ts';

/**
 * Wraps a connected client.
 *
 * @param destroy - closes the connection immediately.
 */
export function createSession(client: CommandClient, destroy: () => void): PlatformSession {
  const send: PlatformSession['send'] = async (command, { signal }) => {
    signal.throwIfAborted();
    signal.addEventListener('abort', destroy, { once: true });
    try {
      return await client.sendCommand(command);
    } catch (error) {
      // After an abort, the caller gets its own reason instead of the client's error.
      signal.throwIfAborted();
      throw error;
    } finally {
      signal.removeEventListener('abort', destroy);
    }
  };
  return {
    send,
    async run(operation, { signal, change }) {
      if (operation.kind !== 'command') {
        const message = `This platform runs commands, not "${operation.text}".`;
        throw new PlatformError({ failureClass: 'internal', message });
      }
      // Secrets are filled in only here: the result of `reveal` is sent and not stored.
      const command = operation.reveal();
      if (change?.action === 'create') await refuseExisting(command, (asked) => send(asked, { signal }));
      await send(command, { signal });
      return {};
    },
    async close() {
      destroy();
    },
  };
}

/** Throws if an account exists. On this platform, the command that creates an account would change an existing one. */
async function refuseExisting(
  [group, verb, name]: readonly string[],
  ask: (command: readonly string[]) => Promise<unknown>,
): Promise<void> {
  if (group !== 'ACL' || verb !== 'SETUSER' || name === undefined) return;
  if (readAccount(await ask(['ACL', 'GETUSER', name])) === undefined) return;
  throw new PlatformError({ failureClass: 'already-exists', message: `The account ${name} exists already.` });
}
