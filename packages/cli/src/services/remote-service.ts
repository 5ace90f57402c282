import { createPortcullisClient } from '@portcullis/client';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../usage-error.ts';
import { type CredentialOptions, readCredential } from './read-credential.ts';
import type { Service } from './service.ts';

/** The options that name a server. */
export interface ServerOptions extends CredentialOptions {
  readonly server?: string;
}

/**
 * Opens the server from the options or the environment. The key itself is never an option, because other users of the
 * machine can see options.
 *
 * @throws UsageError when the address or the key is missing, or the key is not an API key.
 */
export function openRemoteService({ server, ...options }: ServerOptions, terminal: Terminal): Service {
  const baseUrl = server ?? terminal.env.PORTCULLIS_URL;
  if (!baseUrl) throw new UsageError('The server is missing. Pass --server <url>, or set PORTCULLIS_URL.');
  const credential = readCredential(options, terminal);
  try {
    const client = createPortcullisClient({ baseUrl, ...credential, fetch: terminal.fetch });
    return { client, name: baseUrl, [Symbol.asyncDispose]: async () => undefined };
  } catch (error) {
    throw new UsageError(`--server: ${(error as Error).message}`, { cause: error });
  }
}
