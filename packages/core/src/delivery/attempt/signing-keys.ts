import { createBatchedRead } from '../../kernel/reads/batched-read.ts';
import type { Clock } from '../../ports/clock.ts';
import type { OwnedRow } from '../../ports/store/tables.ts';
import type { OpenSecrets, SecretOwner, SecretReader } from '../../security/seal/create-secret-reader.ts';
import { webhookSecretOwner } from '../../security/seal/secret-owners.ts';
import { createSigningKey, SIGNING_SECRET, type SigningKey } from './sign/signing-secret.ts';

/** Returns the keys with which the deliveries of a webhook are signed, the current one first. */
export type SigningKeysOf = (webhook: OwnedRow<'webhooks'>) => Promise<readonly SigningKey[]>;

/** The error of a failed read of secrets: the store is not available. The secrets themselves may be intact. */
export class SecretsNotRead extends Error {}

/** Milliseconds for which opened secrets are cached: a retired secret is dropped within this time. */
const KEEP_MS = 10_000;
const MAX_ENTRIES = 1000;

/**
 * Creates the function that opens the secrets of webhooks, once for many deliveries. One query reads those that a batch of
 * deliveries needs. A changed webhook has a new version and is read again.
 */
export function createSigningKeys(readSecrets: SecretReader, clock: Pick<Clock, 'monotonic'>): SigningKeysOf {
  // `lru-cache` was not faster for this use, which is part of every delivery, and its documentation reserves an own clock for
  // tests.
  const opened = new Map<string, { readonly reading: Promise<readonly SigningKey[]>; readonly until: number }>();

  const readOpened = createBatchedRead<SecretOwner, OpenSecrets | undefined>(async (owners) => {
    const secrets = await readSecrets(owners, SIGNING_SECRET);
    return ({ owner }) => secrets.get(owner);
  });

  const read = async (owner: SecretOwner): Promise<readonly SigningKey[]> => {
    const open = await readOpened(owner).catch((cause: unknown) => {
      throw new SecretsNotRead('The secrets of a webhook could not be read.', { cause });
    });
    return open ? (await open()).map(createSigningKey) : [];
  };

  return ({ tenant, id, version }) => {
    const key = `${id}.${version}`;
    const now = clock.monotonic();
    const known = opened.get(key);
    if (known && now < known.until) return known.reading;
    opened.delete(key);
    const reading = read({ tenant, owner: webhookSecretOwner(id) });
    opened.set(key, { reading, until: now + KEEP_MS });
    reading.catch(() => opened.delete(key));
    const [oldest] = opened.keys();
    if (opened.size > MAX_ENTRIES && oldest !== undefined) opened.delete(oldest);
    return reading;
  };
}
