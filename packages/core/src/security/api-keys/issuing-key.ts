import { ServiceError } from '../../kernel/errors/service-error.ts';
import { invalidInput } from '../../kernel/input/parse-input.ts';
import { isoTime } from '../../kernel/time/iso-time.ts';
import type { StoreTransaction } from '../../ports/store/store.ts';
import type { Row } from '../../ports/store/tables.ts';
import type { Principal } from '../principals/principal.ts';

/**
 * Returns the key with which a principal calls, locked until the transaction ends: a concurrent revocation then also finds the keys that
 * it issues. Undefined for a sign-in of the host.
 *
 * @throws ServiceError `API_KEY_INVALID` when it has expired or was revoked since the request arrived.
 */
export async function lockIssuingKey(
  transaction: StoreTransaction,
  { apiKey }: Principal,
  now: number,
): Promise<Row<'apiKeys'> | undefined> {
  if (apiKey === undefined) return undefined;
  const { id } = apiKey;
  await transaction.update('apiKeys', { id, revokedAt: null }, { lastUsedAt: now });
  const [row] = await transaction.find('apiKeys', { where: { id } });
  if (row && row.revokedAt === null && (row.expiresAt === null || row.expiresAt > now)) return row;
  throw new ServiceError('API_KEY_INVALID', 'The API key of this request has just expired or been revoked.');
}

/**
 * Refuses permissions that the issuing key lacks.
 *
 * @throws ServiceError `PERMISSION_MISSING`
 */
export function requireWithinKey(issuer: Row<'apiKeys'>, permissions: readonly string[]): void {
  const lacked = permissions.filter((permission) => !(issuer.permissions as readonly string[]).includes(permission));
  if (lacked.length === 0) return;
  throw new ServiceError(
    'PERMISSION_MISSING',
    `A key cannot issue a key with more permissions than its own, and "${issuer.name}" lacks the permission ${lacked[0]}: use a key that has it, or leave it out.`,
    { details: { permission: lacked[0] } },
  );
}

/**
 * Returns the expiry of a new key: the requested one, at most that of the issuing key.
 *
 * @throws ServiceError `BODY_INVALID` when a later expiry is requested.
 */
export function expiryWithin(issuer: Row<'apiKeys'> | undefined, asked: number | undefined): number | null {
  const limit = issuer?.expiresAt ?? null;
  if (limit === null) return asked ?? null;
  if (asked === undefined || asked <= limit) return asked ?? limit;
  const message = `This must not be after ${isoTime(limit)}, when the issuing key expires.`;
  throw invalidInput([{ path: 'expiresAt', message }]);
}
