import type { Privilege } from '@portcullis/plugin-api';

/** All permissions of the service. */
export const SERVICE_PERMISSIONS = ['groups:read', 'spaces:read', 'spaces:write'] as const;

/** The permission to create, change and remove objects in spaces. */
export function writePermission(space: string): Privilege {
  return { name: 'spaces:write', on: `space ${space}`, operations: ['create', 'alter', 'drop'] };
}

/** The permission to read spaces. */
export function readPermission(space: string): Privilege {
  return { name: 'spaces:read', on: `space ${space}`, operations: ['observe'] };
}
