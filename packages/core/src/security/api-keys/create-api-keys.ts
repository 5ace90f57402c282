import { ServiceError } from '../../kernel/errors/service-error.ts';
import { invalidInput, parseInput } from '../../kernel/input/parse-input.ts';
import type { TenantLimiter } from '../../limits/tenant-limiter.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Random } from '../../ports/random.ts';
import type { StoreTransaction, TenantStore } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import { hasPermission } from '../principals/has-permission.ts';
import { APPLICATION_ADMIN, type Principal } from '../principals/principal.ts';
import { isAdmin, requirePermission } from '../principals/require-permission.ts';
import { apiKeyBody } from './api-key-body.ts';
import { toApiKeyView } from './api-key-view.ts';
import type { ApiKeyCreatedView, ApiKeysService } from './api-keys-service.ts';
import { PREFIX_LENGTH } from './failed-attempts.ts';
import { expiryWithin, lockIssuingKey, requireWithinKey } from './issuing-key.ts';
import { formatKey, hashKey } from './key-format.ts';
import { maySeeKey } from './key-visibility.ts';
import type { LookUpApiKey } from './look-up-api-key.ts';
import { revokeKeys } from './revoke-keys.ts';

/** The revocation of a key in its notification. Source: docs/reference/kinds.md. */
interface KeyRevocation {
  readonly actionBy: number;
  readonly actionByName: string;
  readonly targetUser: number;
  readonly targetUserName: string;
}

/** Dependencies of {@link createApiKeys}. */
export interface ApiKeysDependencies {
  readonly tenant: string;
  readonly store: TenantStore;
  readonly clock: Clock;
  readonly random: Random;
  readonly lookUp: LookUpApiKey;
  readonly limiter: TenantLimiter;
  /** Publishes a revocation in the transaction that stores it. */
  publishRevocation(revocation: KeyRevocation, transaction: StoreTransaction): Promise<unknown>;
}

/** Creates the built-in API keys. */
export function createApiKeys({
  tenant,
  store,
  clock,
  random,
  lookUp,
  limiter,
  publishRevocation,
}: ApiKeysDependencies): ApiKeysService {
  const insert = async (
    transaction: StoreTransaction,
    { name, principal, expiresAt, issuedBy }: NewKey,
  ): Promise<ApiKeyCreatedView> => {
    const key = formatKey(random.bytes(32));
    const row = await transaction.insert('apiKeys', {
      hash: hashKey(key),
      prefix: key.slice(0, PREFIX_LENGTH),
      name,
      principalId: principal.id,
      principalName: principal.name,
      permissions: [...principal.permissions],
      groups: [...principal.groups],
      issuedBy,
      createdAt: clock.now(),
      expiresAt,
    });
    return { ...toApiKeyView(row), key };
  };

  const enforceLimit = (transaction: StoreTransaction): Promise<void> =>
    limiter.enforce(transaction, 'apiKeys', () => {
      const now = clock.now();
      return transaction.count('apiKeys', [
        { revokedAt: null, expiresAt: null },
        { revokedAt: null, expiresAt: { gt: now } },
      ]);
    });

  return {
    async issue({ name, principal, expiresAt }) {
      const key = { name, principal, expiresAt: expiresAt?.getTime() ?? null, issuedBy: null };
      return store.transaction(async (transaction) => {
        await enforceLimit(transaction);
        return insert(transaction, key);
      });
    },
    async create({ principal }, body) {
      const input = parseInput(apiKeyBody, body);
      const forOther = input.principalId !== undefined && input.principalId !== principal.id;
      const permissions = input.permissions ?? principal.permissions;
      const more = permissions.filter((permission) => !hasPermission(principal, permission));
      // Names appear in activities and notifications: only an administrator may use another one.
      const renamed = input.principalName !== undefined && input.principalName !== principal.name;
      if (forOther || renamed || more.length > 0) requirePermission(principal, APPLICATION_ADMIN);
      if (input.expiresAt !== undefined && Date.parse(input.expiresAt) <= clock.now()) {
        throw invalidInput([{ path: 'expiresAt', message: 'This must be in the future.' }]);
      }
      const asked = input.expiresAt === undefined ? undefined : Date.parse(input.expiresAt);
      const owner = {
        id: input.principalId ?? principal.id,
        name: input.principalName ?? (forOther ? `user ${input.principalId}` : principal.name),
        permissions,
        groups: forOther ? [] : principal.groups,
      };
      return store.transaction(async (transaction) => {
        const issuer = await lockIssuingKey(transaction, principal, clock.now());
        if (issuer) requireWithinKey(issuer, permissions);
        const expiresAt = expiryWithin(issuer, asked);
        await enforceLimit(transaction);
        return insert(transaction, { name: input.name, principal: owner, expiresAt, issuedBy: issuer?.id ?? null });
      });
    },
    async list({ principal }) {
      const rows = await store.find('apiKeys', { where: isAdmin(principal) ? {} : { principalId: principal.id } });
      return rows.filter((row) => maySeeKey(principal, row)).map(toApiKeyView);
    },
    async revoke({ principal }, id, { keepIssued = false } = {}) {
      const [row] = await store.find('apiKeys', { where: { id } });
      if (!row || !maySeeKey(principal, row)) {
        throw new ServiceError(
          'API_KEY_NOT_FOUND',
          `You have no API key ${id}: GET /api-keys lists those that you can see.`,
        );
      }
      return store.transaction(async (transaction) => {
        const now = clock.now();
        const revoked = await revokeKeys(transaction, row, now, keepIssued);
        for (const revokedKey of revoked) {
          await publishRevocation(revocationOf(revokedKey, principal), transaction);
        }
        const alsoRevoked = revoked.map((revokedKey) => revokedKey.id).filter((revokedId) => revokedId !== id);
        return { ...toApiKeyView({ ...row, revokedAt: row.revokedAt ?? now }), alsoRevoked };
      });
    },
    authenticate: (key, options) => lookUp(key, { ...options, tenant }),
  };
}

/** A key before it is issued. */
interface NewKey {
  readonly name: string;
  readonly principal: Principal;
  readonly expiresAt: number | null;
  readonly issuedBy: number | null;
}

function revocationOf(row: Row<'apiKeys'>, principal: Principal): KeyRevocation {
  return {
    actionBy: principal.id,
    actionByName: principal.name,
    targetUser: row.principalId,
    targetUserName: row.principalName,
  };
}
