import { APPLICATION_ADMIN, type Principal, ServiceError } from '@portcullis/core';

/** The callers of a route: anyone, holders of a key, or Application Admins. The core checks permissions again. */
export type Access = 'open' | 'key' | 'admin';

/**
 * Checks the permission before the body is read.
 *
 * @throws ServiceError `PERMISSION_MISSING`
 */
export function requireAccess(access: Access, principal: Principal): void {
  if (access !== 'admin' || principal.permissions.includes(APPLICATION_ADMIN)) return;
  throw new ServiceError(
    'PERMISSION_MISSING',
    `This operation requires the permission ${APPLICATION_ADMIN}, which ${principal.name} does not have: use a key that has it.`,
    { details: { permission: APPLICATION_ADMIN } },
  );
}
