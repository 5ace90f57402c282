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
/** Milliseconds after which a use causes the next read, so that a webhook in constant use never waits for the store. */
const REFRESH_MS = 7500;
/** Milliseconds from that use to the read, which must not delay the request of the delivery. One query reads those of all webhooks. */
const GATHER_MS = 100;
const MAX_ENTRIES = 1000;

/** Opened secrets of a webhook, with times of the monotonic clock. */
interface Opened {
  readonly webhook: OwnedRow<'webhooks'>;
  readonly reading: Promise<readonly SigningKey[]>;
  refreshAt: number;
  readonly until: number;
}

/**
 * Creates the function that opens the secrets of webhooks, once for many deliveries. One query reads those that a batch of
 * deliveries needs. A changed webhook has a new version and is read again.
 */
export function createSigningKeys(readSecrets: SecretReader, clock: Pick<Clock, 'after' | 'monotonic'>): SigningKeysOf {
  // `lru-cache` was not faster for this use, which is part of every delivery, and its documentation reserves an own clock for
  // tests.
  const opened = new Map<string, Opened>();

  const readOpened = createBatchedRead<SecretOwner, OpenSecrets | undefined>(async (owners) => {
    const secrets = await readSecrets(owners, SIGNING_SECRET);
    return ({ owner }) => secrets.get(owner);
  });

  const read = async ({ tenant, id }: OwnedRow<'webhooks'>): Promise<readonly SigningKey[]> => {
    const open = await readOpened({ tenant, owner: webhookSecretOwner(id) }).catch((cause: unknown) => {
      throw new SecretsNotRead('The secrets of a webhook could not be read.', { cause });
    });
    return open ? (await open()).map(createSigningKey) : [];
  };

  const keep = (key: string, opening: Pick<Opened, 'webhook' | 'reading'>, now: number): void => {
    // The last entry is the newest one.
    opened.delete(key);
    opened.set(key, { ...opening, refreshAt: now + REFRESH_MS, until: now + KEEP_MS });
    const [oldest] = opened.keys();
    if (opened.size > MAX_ENTRIES && oldest !== undefined) opened.delete(oldest);
  };

  const gathered = new Map<string, Opened>();
  const refresh = (): void => {
    const now = clock.monotonic();
    for (const [key, known] of gathered) {
      const { webhook } = known;
      const reading = read(webhook);
      reading.then(
        () => opened.get(key) === known && keep(key, { webhook, reading }, now),
        () => {
          // The known keys remain until they expire. The read that follows reports its error.
        },
      );
    }
    gathered.clear();
  };
  const refreshSoon = (key: string, known: Opened): void => {
    known.refreshAt = Number.POSITIVE_INFINITY;
    if (gathered.size === 0) clock.after(GATHER_MS, refresh);
    gathered.set(key, known);
  };

  return (webhook) => {
    const key = `${webhook.id}.${webhook.version}`;
    const now = clock.monotonic();
    const known = opened.get(key);
    if (known && now < known.until) {
      if (now >= known.refreshAt) refreshSoon(key, known);
      return known.reading;
    }
    const reading = read(webhook);
    keep(key, { webhook, reading }, now);
    reading.catch(() => {
      if (opened.get(key)?.reading === reading) opened.delete(key);
    });
    return reading;
  };
}
