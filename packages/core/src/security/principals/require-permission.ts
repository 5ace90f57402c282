import { ServiceError } from '../../kernel/errors/service-error.ts';
import { hasPermission } from './has-permission.ts';
import { APPLICATION_ADMIN, type Principal } from './principal.ts';

/** Returns whether the principal is an Application Admin. */
export function isAdmin(principal: Principal): boolean {
  return hasPermission(principal, APPLICATION_ADMIN);
}

/**
 * Refuses callers without a permission.
 *
 * @throws ServiceError `PERMISSION_MISSING`
 */
export function requirePermission(principal: Principal, permission: string): void {
  if (hasPermission(principal, permission)) return;
  throw new ServiceError(
    'PERMISSION_MISSING',
    `This operation requires the permission ${permission}, which ${principal.name} does not have: use a key that has it.`,
    {
      details: { permission },
    },
  );
}
