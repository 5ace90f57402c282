import { type Change, privilegeTexts } from './change-set.ts';
import type { ListedObject } from './derive-changes.ts';

/**
 * Adds the required privileges to drops. The ledger does not store them, so they come from the plugin's list, if it has the same
 * object.
 */
export function withDropPrivileges(changes: readonly Change[], listed: readonly ListedObject[]): readonly Change[] {
  return changes.map((each) => {
    if (each.action !== 'drop') return each;
    const { key, name } = each.object;
    const known = listed.find(({ object }) => object.key === key && object.name === name);
    return known ? { ...each, privileges: privilegeTexts(known.declared, 'drop') } : each;
  });
}
