import { ServiceError } from '../kernel/errors/service-error.ts';

/** Maximum characters of an id. */
const MAX_LENGTH = 128;

/**
 * Checks the id of a tenant: a text of the host with 1 to 128 characters, without control characters and lone surrogates. Ids are
 * compared exactly.
 *
 * @throws ServiceError `TENANT_ID_INVALID`
 */
export function checkTenantId(id: unknown): string {
  const isValid = typeof id === 'string' && id.length >= 1 && id.length <= MAX_LENGTH && !/[\p{Cc}\p{Cs}]/u.test(id);
  if (isValid) return id;
  throw new ServiceError(
    'TENANT_ID_INVALID',
    `The id of a tenant must be 1 to ${MAX_LENGTH} characters without control characters.`,
  );
}
