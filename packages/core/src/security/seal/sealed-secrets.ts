import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import type { SecretKeys } from '../../ports/secret-keys.ts';
import type { StoreOperations } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import { openSealed, seal } from './seal.ts';
import { fetchSealingKey, sealingKeyOf } from './sealing-key.ts';
import { secretBinding } from './secret-binding.ts';
import { openUnexpiredSecrets } from './unexpired-secrets.ts';

/** The current purpose of a stored secret. */
type SecretStatus = 'current' | 'pending' | 'staged' | 'retiring';

/** Secrets at rest, sealed with AES-256-GCM and stored with the id of the key. Owners are `integration:<id>`, `webhook:<id>`. */
export interface SealedSecrets {
  /**
   * Returns the same secrets with the key for new ones, which is fetched now: a transaction must not wait for a key management service.
   *
   * @param isNeeded - false if no secret will be stored, so that no key is fetched. @default true
   * @param opened - the owner whose stored secrets will be opened, so that their keys are fetched, too. @default none
   * @throws ServiceError `SECRET_KEY_UNKNOWN`
   */
  withSealingKey(isNeeded?: boolean, opened?: string): Promise<SealedSecrets>;
  /** Seals and stores a secret in the given transaction, and replaces one with the same owner, name and status. */
  put(
    transaction: StoreOperations,
    owner: string,
    name: string,
    secret: string,
    status?: SecretStatus,
    expiresAt?: number,
  ): Promise<void>;
  /** Returns the secrets of a name in clear: `current` first, then `pending`, then `retiring` ones that have not expired. */
  read(owner: string, name: string, operations?: StoreOperations): Promise<readonly string[]>;
  /** Returns every `current` secret of an owner by name; with `preferPending`, a pending one takes precedence. */
  readAll(owner: string, options?: { readonly preferPending?: boolean }): Promise<Readonly<Record<string, string>>>;
  /** Returns whether an owner has a secret of this name. */
  has(owner: string, name: string): Promise<boolean>;
  /** Returns the creation time of each `current` secret of an owner, by name, in milliseconds since 1970. */
  currentSince(owner: string): Promise<Readonly<Record<string, number>>>;
  /** Makes pending secrets current; the former current ones are destroyed. */
  promote(transaction: StoreOperations, owner: string): Promise<void>;
  /** Destroys pending secrets. */
  discardPending(transaction: StoreOperations, owner: string): Promise<void>;
  /** Returns the secrets that a rotation has staged, by name. It is not yet known whether the platform has them. */
  readStaged(owner: string): Promise<Readonly<Record<string, string>>>;
  /**
   * Makes staged secrets current; the former current ones are destroyed.
   *
   * @param options.retired - the name whose former secret is kept as a retiring one without an expiry.
   */
  promoteStaged(
    transaction: StoreOperations,
    owner: string,
    options?: { readonly retired?: string | undefined },
  ): Promise<void>;
  /** Returns the retiring secrets of a name in clear, expired ones included, oldest first. */
  readRetiring(owner: string, name: string): Promise<readonly string[]>;
  /** Destroys the retiring secrets of a name. */
  destroyRetiring(transaction: StoreOperations, owner: string, name: string): Promise<void>;
  /** Destroys staged secrets. */
  discardStaged(transaction: StoreOperations, owner: string): Promise<void>;
  /** Destroys an owner's secrets, all of them or those of a name. */
  destroy(transaction: StoreOperations, owner: string, name?: string): Promise<void>;
}

/** Dependencies of {@link createSealedSecrets}. */
export interface SealedSecretsDependencies {
  readonly tenant: string;
  readonly store: StoreOperations;
  readonly secretKeys: SecretKeys;
  readonly random: Random;
  readonly clock: Clock;
}

/** Creates the {@link SealedSecrets} of a tenant. */
export function createSealedSecrets(dependencies: SealedSecretsDependencies): SealedSecrets {
  const { tenant, store, secretKeys, random, clock } = dependencies;
  const open = async (row: Row<'secrets'>): Promise<string> =>
    openSealed(row.sealed, secretBinding({ tenant, ...row }), row.keyId, secretKeys);

  const promote = async (transaction: StoreOperations, owner: string, status: SecretStatus): Promise<void> => {
    for (const row of await transaction.find('secrets', { where: { owner, status } })) {
      await transaction.remove('secrets', { owner, name: row.name, status: 'current' });
      await transaction.update('secrets', { id: row.id }, { status: 'current' });
    }
  };

  return {
    async withSealingKey(isNeeded = true, opened) {
      if (!isNeeded) return createSealedSecrets(dependencies);
      const stored = opened === undefined ? [] : await store.find('secrets', { where: { owner: opened } });
      const keyIds = stored.map(({ keyId }) => keyId);
      return createSealedSecrets({ ...dependencies, secretKeys: await fetchSealingKey(secretKeys, tenant, keyIds) });
    },
    async put(transaction, owner, name, secret, status = 'current', expiresAt) {
      const keyId = await sealingKeyOf(secretKeys, tenant);
      const sealed = await seal(secret, secretBinding({ tenant, owner, name }), keyId, { secretKeys, random });
      if (status !== 'retiring') await transaction.remove('secrets', { owner, name, status });
      await transaction.insert('secrets', {
        owner,
        name,
        status,
        keyId,
        sealed,
        createdAt: clock.now(),
        expiresAt: expiresAt ?? null,
      });
    },
    async read(owner, name, operations = store) {
      const rows = await operations.find('secrets', { where: { owner, name, status: { not: 'staged' } } });
      return openUnexpiredSecrets(tenant, rows, { secretKeys, clock });
    },
    async readAll(owner, { preferPending = false } = {}) {
      const rows = await store.find('secrets', { where: { owner, status: { in: ['current', 'pending'] } } });
      const wanted = preferPending ? ['current', 'pending'] : ['current'];
      const secrets: Record<string, string> = {};
      for (const status of wanted) {
        for (const row of rows.filter((each) => each.status === status)) secrets[row.name] = await open(row);
      }
      return secrets;
    },
    async has(owner, name) {
      return (await store.count('secrets', { owner, name })) > 0;
    },
    async currentSince(owner) {
      const rows = await store.find('secrets', { where: { owner, status: 'current' } });
      return Object.fromEntries(rows.map(({ name, createdAt }) => [name, createdAt]));
    },
    promote: (transaction, owner) => promote(transaction, owner, 'pending'),
    async readStaged(owner) {
      const rows = await store.find('secrets', { where: { owner, status: 'staged' } });
      return Object.fromEntries(await Promise.all(rows.map(async (row) => [row.name, await open(row)] as const)));
    },
    async promoteStaged(transaction, owner, { retired } = {}) {
      if (retired !== undefined) {
        await transaction.update('secrets', { owner, name: retired, status: 'current' }, { status: 'retiring' });
      }
      await promote(transaction, owner, 'staged');
    },
    async readRetiring(owner, name) {
      const where = { owner, name, status: 'retiring' };
      const rows = await store.find('secrets', { where, orderBy: [['id', 'asc']] });
      return Promise.all(rows.map(open));
    },
    async destroyRetiring(transaction, owner, name) {
      await transaction.remove('secrets', { owner, name, status: 'retiring' });
    },
    async discardStaged(transaction, owner) {
      await transaction.remove('secrets', { owner, status: 'staged' });
    },
    async discardPending(transaction, owner) {
      await transaction.remove('secrets', { owner, status: 'pending' });
    },
    async destroy(transaction, owner, name) {
      await transaction.remove('secrets', name === undefined ? { owner } : { owner, name });
    },
  };
}
