import type { Principal } from './principal.ts';

/** Returns whether a principal has a permission. Only a list of strings grants one; a string that contains the name does not. */
export function hasPermission({ permissions }: Principal, permission: string): boolean {
  return Array.isArray(permissions) && permissions.includes(permission);
}
