import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { isApiKey } from '@portcullis/client';
import type { Terminal } from '../terminal/terminal.ts';
import { UsageError } from '../usage-error.ts';

/** The options that name a file with a credential. */
export interface CredentialOptions {
  readonly keyFile?: string;
  readonly tokenFile?: string;
}

/** A credential in the form of the client's options. */
export type ReadCredential = { readonly key: string } | { readonly token: string };

/** The variable with the API key. */
const VARIABLE = 'PORTCULLIS_API_KEY';

/**
 * Returns the credential from the options or the environment.
 *
 * @throws UsageError if there is none or more than one, a file cannot be read, or the API key is malformed.
 */
export function readCredential(
  { keyFile, tokenFile }: CredentialOptions,
  { env, folder }: Pick<Terminal, 'env' | 'folder'>,
): ReadCredential {
  if (tokenFile !== undefined) {
    if (keyFile !== undefined) throw new UsageError('Pass either --key-file or --token-file.');
    const token = readSecret(folder, tokenFile, '--token-file');
    if (token === '') throw new UsageError(`--token-file: ${tokenFile} is empty.`);
    return { token };
  }
  const key = keyFile === undefined ? env[VARIABLE]?.trim() : readSecret(folder, keyFile, '--key-file');
  if (!key) throw new UsageError(`The API key is missing. Set ${VARIABLE}, or pass --key-file <path>.`);
  if (isApiKey(key)) return { key };
  const source = keyFile === undefined ? VARIABLE : `--key-file: ${keyFile}`;
  throw new UsageError(
    `${source} does not contain an API key, so nothing was sent: API keys begin with pck_ and have 53 characters. The key that seals secrets (PORTCULLIS_SECRET_KEY) stays on its server, and the key of a Trino cluster (PORTCULLIS_TRINO_KEY) on the cluster. Use --token-file for a token of the host's own authentication.`,
  );
}

function readSecret(folder: string, path: string, option: string): string {
  try {
    return readFileSync(resolve(folder, path), 'utf8').trim();
  } catch (cause) {
    throw new UsageError(`${option}: ${path} cannot be read: ${(cause as Error).message}`, { cause });
  }
}
