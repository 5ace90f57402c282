import type { Account, Grant } from './account.ts';

/** Removes grants. */
export function removeGrants(account: Account, isGone: (grant: Grant) => boolean): void {
  account.grants.splice(0, account.grants.length, ...account.grants.filter((each) => !isGone(each)));
}
