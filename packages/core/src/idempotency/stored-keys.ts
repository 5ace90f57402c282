import { createHash } from 'node:crypto';
import { ServiceError } from '../kernel/errors/service-error.ts';
import { HOUR_MS } from '../kernel/time/durations.ts';
import type { Clock } from '../ports/clock.ts';
import type { Random } from '../ports/random.ts';
import type { SecretKeys } from '../ports/secret-keys.ts';
import type { StoreOperations, TenantStore } from '../ports/store/store.ts';
import type { Row } from '../ports/store/tables.ts';
import { responseBinding } from '../security/seal/response-binding.ts';
import { openSealed, seal } from '../security/seal/seal.ts';
import { fetchSealingKey } from '../security/seal/sealing-key.ts';
import type { IdempotentRequest } from './idempotency.ts';

/** Dependencies of the stored keys of requests. */
export interface StoredKeysDependencies {
  readonly tenant: string;
  readonly store: TenantStore;
  readonly secretKeys: SecretKeys;
  readonly random: Random;
  readonly clock: Clock;
  /** This process. */
  readonly nodeId: string;
  /** Milliseconds after which the key of a dead process is free. */
  readonly leaseMs: number;
  /** Hours for which a response is stored. */
  readonly keepHours: number;
}

/** The sealed part. A body may contain secrets, and a digest of a secret can be guessed. */
export interface SealedContent {
  readonly contentHash: string;
  readonly response?: object;
}

/** A key that this process holds during the work. */
export interface HeldKey extends Pick<Row<'idempotencyKeys'>, 'key' | 'generation'> {
  /** The key that seals the response. It is fetched before the work: a transaction must not wait for a key management service. */
  readonly sealing: SecretKeys;
}

/** The result of an attempt to hold a key: it is held, or another request has it, with the known facts. */
export type HoldResult =
  | { readonly held: HeldKey }
  | { readonly other: Row<'idempotencyKeys'>; readonly content: SealedContent };

/** Creates access to the table of keys: one row per key, so that a single request can hold it over all nodes. */
export function createStoredKeys(dependencies: StoredKeysDependencies) {
  const { tenant, store, secretKeys, random, clock, nodeId, leaseMs, keepHours } = dependencies;
  // On a store for a single process, every earlier holder of a key is dead, regardless of the lease.
  const isDead = ({ leaseUntil, owner }: Row<'idempotencyKeys'>): boolean =>
    (leaseUntil !== null && leaseUntil <= clock.now()) || (!store.shared && owner !== nodeId);
  const open = async (row: Row<'idempotencyKeys'>): Promise<SealedContent> =>
    JSON.parse(await openSealed(row.sealed, responseBinding(tenant, row.key), row.keyId, secretKeys));
  const sealContent = async (sealing: SecretKeys, key: string, content: SealedContent) => {
    const keyId = sealing.currentKeyId;
    const parts = { random, secretKeys: sealing };
    return { keyId, sealed: await seal(JSON.stringify(content), responseBinding(tenant, key), keyId, parts) };
  };

  return {
    /** Claims the key, or returns its holder. */
    async hold(key: string, hash: string): Promise<HoldResult> {
      const now = clock.now();
      await store.remove('idempotencyKeys', { expiresAt: { lte: now } });
      const sealing = await fetchSealingKey(secretKeys, tenant);
      const sealed = await sealContent(sealing, key, { contentHash: hash });
      const mine = { ...sealed, owner: nodeId, leaseUntil: now + leaseMs };
      const times = { createdAt: now, expiresAt: now + keepHours * HOUR_MS };
      const [added] = await store.insertAbsent('idempotencyKeys', [{ key, generation: 1, ...mine, ...times }]);
      if (added) return { held: { key, generation: added.generation, sealing } };
      const [row] = await store.find('idempotencyKeys', { where: { key } });
      if (!row) throw inUse();
      const content = await open(row);
      if (row.finishedAt !== null || !isDead(row) || content.contentHash !== hash) return { other: row, content };
      const generation = row.generation + 1;
      const where = { key, generation: row.generation, finishedAt: null };
      if ((await store.update('idempotencyKeys', where, { ...mine, generation })) !== 1) throw inUse();
      return { held: { key, generation, sealing } };
    },
    /** Stores a response under a key, if the key is still held. Returns whether it was. */
    async finish(operations: StoreOperations, held: HeldKey, content: SealedContent): Promise<boolean> {
      const { key, generation, sealing } = held;
      const patch = { ...(await sealContent(sealing, key, content)), finishedAt: clock.now(), leaseUntil: null };
      return (await operations.update('idempotencyKeys', { key, generation, finishedAt: null }, patch)) === 1;
    },
    /** Releases a key without a stored response. */
    async release({ key, generation }: HeldKey): Promise<void> {
      await store.remove('idempotencyKeys', { key, generation, finishedAt: null });
    },
    /** Keeps the lease of a key alive until the returned function is called. */
    keepAlive({ key, generation }: HeldKey): () => void {
      let cancel = (): void => {};
      const schedule = (): void => {
        cancel = clock.after(leaseMs / 3, () => {
          const patch = { leaseUntil: clock.now() + leaseMs };
          // The next renewal makes up for a failed one; a lost key is detected when the response is stored.
          void store.update('idempotencyKeys', { key, generation, finishedAt: null }, patch).catch(() => {});
          schedule();
        });
      };
      schedule();
      return () => cancel();
    },
  };
}

/** Returns the error for a key whose request still runs. */
export function inUse(): ServiceError {
  return new ServiceError(
    'IDEMPOTENCY_KEY_IN_USE',
    'A request with this Idempotency-Key is still running: wait, then send the same request again.',
    {
      retryAfterSeconds: 1,
    },
  );
}

/**
 * Returns the digest under which a key is stored. All digests have the same length, and keys of different principals or tenants
 * never collide.
 */
export function storedKeyOf(tenant: string, { key, principalId, operation }: IdempotentRequest): string {
  return createHash('sha256')
    .update(JSON.stringify([tenant, principalId, operation, key]))
    .digest('hex');
}
