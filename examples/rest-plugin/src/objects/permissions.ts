import type { Privilege } from '@portcullis/plugin-api';

/** The permissions of the prepared account, with which the service works in manual mode. */
export const PREPARED_PERMISSIONS = ['catalogs:read', 'roles:read', 'roles:write'] as const;

/** The permissions of the privileged account in automatic mode. */
export const SETUP_PERMISSIONS = [...PREPARED_PERMISSIONS, 'accounts:read', 'accounts:write'] as const;

/** The permissions that the set-up gives to the account of the service. */
export const SERVICE_PERMISSIONS = ['catalogs:read', 'roles:read', 'accounts:read'] as const;

/** The permissions that the account of the service has in both modes. */
export const COMMON_PERMISSIONS = ['catalogs:read', 'roles:read'] as const;

/** Returns a permission, which is always for the whole platform. */
export function permission(
  name: (typeof SETUP_PERMISSIONS)[number],
  operations: NonNullable<Privilege['operations']>,
): Privilege {
  return { name, on: 'the platform', operations };
}
