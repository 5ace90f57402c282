import type { Row } from '../../ports/store/tables.ts';
import { hasPermission } from '../principals/has-permission.ts';
import type { Principal } from '../principals/principal.ts';
import { isAdmin } from '../principals/require-permission.ts';

/**
 * Returns whether a principal can see and revoke a key: administrators all keys, others their own. A caller with a key is limited to keys
 * whose permissions that key has.
 */
export function maySeeKey(principal: Principal, { principalId, permissions }: Row<'apiKeys'>): boolean {
  if (isAdmin(principal)) return true;
  if (principalId !== principal.id) return false;
  return (
    principal.apiKey === undefined ||
    (permissions as readonly string[]).every((permission) => hasPermission(principal, permission))
  );
}
