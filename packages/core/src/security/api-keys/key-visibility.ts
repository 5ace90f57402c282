import type { Row } from '../../ports/store/tables.ts';
import { hasPermission } from '../principals/has-permission.ts';
import type { Principal } from '../principals/principal.ts';
import { isAdmin } from '../principals/require-permission.ts';

/**
 * Returns whether a principal sees and revokes a key: administrators every one, others their own. A key sees those of its principal
 * that have no permission which itself lacks.
 */
export function maySeeKey(principal: Principal, { principalId, permissions }: Row<'apiKeys'>): boolean {
  if (isAdmin(principal)) return true;
  if (principalId !== principal.id) return false;
  return (
    principal.apiKey === undefined ||
    (permissions as readonly string[]).every((permission) => hasPermission(principal, permission))
  );
}
