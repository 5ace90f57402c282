import {
  createPortcullisClient,
  isPortcullisError,
  listIntegrations,
  listWebhooks,
  type PortcullisClient,
} from '@portcullis/client';
import { signal } from '@preact/signals';
import { discardDrafts } from '../form/drafts.ts';
import { apiAddress } from './api-address.ts';

/** The key is stored only here: it is lost when the page is closed or reloaded. */
let key = '';

/** The access level of the key; undefined before the sign-in. */
export const access = signal<'admin' | 'user' | undefined>(undefined);

/** True when the service no longer accepts the key. The page stays as it is until another key is entered. */
export const keyRefused = signal(false);

/** The client of every call. */
export const client: PortcullisClient = createPortcullisClient({
  baseUrl: apiAddress(location.href),
  key: () => key,
});

/** The client of streams, which the server ends itself after half an hour. */
export const streamClient: PortcullisClient = createPortcullisClient({
  baseUrl: apiAddress(location.href),
  key: () => key,
  timeoutMs: 2_400_000,
});

/**
 * Signs in: asks the service what the key may see.
 *
 * @throws PortcullisError when the key is refused or the service does not respond; the previous key stays.
 */
export async function signIn(candidate: string): Promise<void> {
  const previousKey = key;
  key = candidate;
  try {
    access.value = await readAccess();
    keyRefused.value = false;
  } catch (error) {
    key = previousKey;
    throw error;
  }
}

async function readAccess(): Promise<'admin' | 'user'> {
  try {
    await listIntegrations({ client });
    return 'admin';
  } catch (error) {
    if (!isPortcullisError(error, 'PERMISSION_MISSING')) throw error;
    await listWebhooks({ client });
    return 'user';
  }
}

/** Discards the key and all unsaved entries. */
export function signOut(): void {
  key = '';
  discardDrafts();
  access.value = undefined;
  keyRefused.value = false;
}

/** Ends the session if a failure requires it. */
export function handleRefusedKey(error: unknown): void {
  if (isPortcullisError(error, 'API_KEY_INVALID', 'API_KEY_MISSING') && access.value !== undefined)
    keyRefused.value = true;
}
