import type { Privilege } from '@portcullis/plugin-api';

/** Everything that the service has to be allowed to do. */
export const SERVICE_PERMISSIONS = ['groups:read', 'spaces:read', 'spaces:write'] as const;

/** The permission that making, changing and removing something in spaces takes. */
export function writePermission(space: string): Privilege {
  return { name: 'spaces:write', on: `space ${space}`, operations: ['create', 'alter', 'drop'] };
}

/** The permission that looking at spaces takes. */
export function readPermission(space: string): Privilege {
  return { name: 'spaces:read', on: `space ${space}`, operations: ['observe'] };
}
