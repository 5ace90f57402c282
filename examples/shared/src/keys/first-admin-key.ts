import { APPLICATION_ADMIN, type Portcullis, type Principal } from '@portcullis/core';

/** The principal of the examples' administrator key. */
export const ADMINISTRATOR: Principal = {
  id: 1,
  name: 'Administrator',
  permissions: [APPLICATION_ADMIN],
  groups: [],
};

/**
 * Issues an administrator's key if there is none, or on request. Only now can the key be shown, because the store has
 * only its hash.
 *
 * @returns undefined if there already is one.
 */
export async function firstAdminKey({ apiKeys }: Portcullis, newKey: boolean): Promise<string | undefined> {
  const keys = await apiKeys.list({ principal: ADMINISTRATOR });
  const usable = keys.some(({ permissions, revokedAt, expiresAt }) => {
    const expired = expiresAt !== undefined && Date.parse(expiresAt) <= Date.now();
    return permissions.includes(APPLICATION_ADMIN) && revokedAt === undefined && !expired;
  });
  if (usable && !newKey) return undefined;
  const { key } = await apiKeys.issue({ name: 'Key of the example', principal: ADMINISTRATOR });
  return key;
}
