import { type Change, privilegeTexts } from './change-set.ts';
import type { ListedObject } from './derive-changes.ts';

/**
 * Says of drops which privileges they take. The ledger does not keep that, so it comes from the plugin's list, where that
 * has the same object.
 */
export function withDropPrivileges(changes: readonly Change[], listed: readonly ListedObject[]): readonly Change[] {
  return changes.map((each) => {
    if (each.action !== 'drop') return each;
    const { key, name } = each.object;
    const known = listed.find(({ facts }) => facts.key === key && facts.name === name);
    return known ? { ...each, privileges: privilegeTexts(known.declared, 'drop') } : each;
  });
}
