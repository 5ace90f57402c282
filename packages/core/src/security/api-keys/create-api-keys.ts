import { timingSafeEqual } from 'node:crypto';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import { invalidInput, parseInput } from '../../kernel/input/parse-input.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import type { Store, StoreTransaction } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import { APPLICATION_ADMIN, type Principal } from '../principals/principal.ts';
import { isAdmin, requirePermission } from '../principals/require-permission.ts';
import { apiKeyBody } from './api-key-body.ts';
import { toApiKeyView } from './api-key-view.ts';
import type { ApiKeysService } from './api-keys-service.ts';
import { formatKey, hashKey, isWellFormedKey } from './key-format.ts';

/** How exact the time of last use is: writing it at each request would make every read a write. */
const LAST_USE_RESOLUTION_MS = 60_000;

/** The revocation of a key, as a notification reports it. Source: interface, `apiKeyRevoked`. */
interface KeyRevocation {
  readonly actionBy: number;
  readonly actionByName: string;
  readonly targetUser: number;
  readonly targetUserName: string;
}

/** Dependencies of {@link createApiKeys}. */
export interface ApiKeysDependencies {
  readonly store: Store;
  readonly clock: Clock;
  readonly random: Random;
  /** Publishes a revocation in the transaction that stores it. */
  publishRevocation(revocation: KeyRevocation, transaction: StoreTransaction): Promise<unknown>;
}

/** The built-in API keys. */
export function createApiKeys({ store, clock, random, publishRevocation }: ApiKeysDependencies): ApiKeysService {
  const issue: ApiKeysService['issue'] = async ({ name, principal, expiresAt }) => {
    const key = formatKey(random.bytes(32));
    const row = await store.insert('apiKeys', {
      hash: hashKey(key),
      prefix: key.slice(0, 10),
      name,
      principalId: principal.id,
      principalName: principal.name,
      permissions: [...principal.permissions],
      groups: [...principal.groups],
      createdAt: clock.now(),
      expiresAt: expiresAt?.getTime() ?? null,
    });
    return { ...toApiKeyView(row), key };
  };

  const touch = async (row: Row<'apiKeys'>): Promise<void> => {
    if (row.lastUsedAt !== null && clock.now() - row.lastUsedAt < LAST_USE_RESOLUTION_MS) return;
    await store.update('apiKeys', { id: row.id }, { lastUsedAt: clock.now() });
  };

  return {
    issue,
    async create({ principal }, body) {
      const input = parseInput(apiKeyBody, body);
      const forOther = input.principalId !== undefined && input.principalId !== principal.id;
      const permissions = input.permissions ?? principal.permissions;
      const more = permissions.filter((permission) => !principal.permissions.includes(permission));
      // Names stand in activities and notifications: nobody but an administrator speaks under another one.
      const renamed = input.principalName !== undefined && input.principalName !== principal.name;
      if (forOther || renamed || more.length > 0) requirePermission(principal, APPLICATION_ADMIN);
      if (input.expiresAt !== undefined && Date.parse(input.expiresAt) <= clock.now()) {
        throw invalidInput([{ path: 'expiresAt', message: 'This must be in the future.' }]);
      }
      return issue({
        name: input.name,
        principal: {
          id: input.principalId ?? principal.id,
          name: input.principalName ?? (forOther ? `user ${input.principalId}` : principal.name),
          permissions,
          groups: forOther ? [] : principal.groups,
        },
        ...(input.expiresAt === undefined ? {} : { expiresAt: new Date(input.expiresAt) }),
      });
    },
    async list({ principal }) {
      const rows = await store.find('apiKeys', { where: isAdmin(principal) ? {} : { principalId: principal.id } });
      return rows.map(toApiKeyView);
    },
    async revoke({ principal }, id) {
      const [row] = await store.find('apiKeys', { where: { id } });
      if (!row || (row.principalId !== principal.id && !isAdmin(principal))) {
        throw new ServiceError(
          'API_KEY_NOT_FOUND',
          `There is no API key ${id} for you: GET /api-keys lists those that you can see.`,
        );
      }
      return store.transaction(async (transaction) => {
        const revokedAt = row.revokedAt ?? clock.now();
        const changed = await transaction.update('apiKeys', { id, revokedAt: null }, { revokedAt });
        if (changed === 1) {
          await publishRevocation(revocationOf(row, principal), transaction);
        }
        return toApiKeyView({ ...row, revokedAt });
      });
    },
    async authenticate(key) {
      if (!isWellFormedKey(key)) return undefined;
      const hash = hashKey(key);
      const [row] = await store.find('apiKeys', { where: { hash } });
      if (!row || !timingSafeEqual(Buffer.from(row.hash), Buffer.from(hash))) return undefined;
      if (row.revokedAt !== null || (row.expiresAt !== null && row.expiresAt <= clock.now())) return undefined;
      await touch(row);
      return { id: row.principalId, name: row.principalName, permissions: row.permissions, groups: row.groups };
    },
  };
}

function revocationOf(row: Row<'apiKeys'>, principal: Principal): KeyRevocation {
  return {
    actionBy: principal.id,
    actionByName: principal.name,
    targetUser: row.principalId,
    targetUserName: row.principalName,
  };
}
