import { type Change, privilegeTexts } from './change-set.ts';
import type { ListedObject } from './derive-changes.ts';

/**
 * Adds the required privileges to drops. The ledger does not store them, so they come from the plugin's list, if it has the same
 * object.
 */
export function withDropPrivileges(changes: readonly Change[], listed: readonly ListedObject[]): readonly Change[] {
  return changes.map((change) => {
    if (change.action !== 'drop') return change;
    const { key, name } = change.object;
    const known = listed.find(({ object }) => object.key === key && object.name === name);
    return known ? { ...change, privileges: privilegeTexts(known.declared, 'drop') } : change;
  });
}
