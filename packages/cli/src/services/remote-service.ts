import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { createPortcullisClient } from '@portcullis/client';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../usage-error.ts';
import type { Service } from './service.ts';

/** Where a server is. */
export interface ServerOptions {
  readonly server?: string;
  readonly keyFile?: string;
}

/**
 * The server that the options or the environment name. The key is never an option: others on the machine can see those.
 *
 * @throws UsageError when the address or the key is missing.
 */
export function openRemote({ server, keyFile }: ServerOptions, terminal: Terminal): Service {
  const { env, folder } = terminal;
  const baseUrl = server ?? env.PORTCULLIS_URL;
  if (!baseUrl) throw new UsageError('Which server? Say --server <url>, or set PORTCULLIS_URL.');
  const key = keyFile === undefined ? env.PORTCULLIS_KEY : readKey(resolve(folder, keyFile), keyFile);
  if (!key) throw new UsageError('Which API key? Set PORTCULLIS_KEY, or say --key-file <path>.');
  try {
    const client = createPortcullisClient({ baseUrl, key, fetch: terminal.fetch });
    return { client, name: baseUrl, [Symbol.asyncDispose]: async () => undefined };
  } catch (error) {
    throw new UsageError(`--server: ${(error as Error).message}`, { cause: error });
  }
}

function readKey(place: string, path: string): string {
  try {
    return readFileSync(place, 'utf8').trim();
  } catch (cause) {
    throw new UsageError(`--key-file: ${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
}
