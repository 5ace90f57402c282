import type { InventoryItem } from '@portcullis/plugin-api';
import type { PlatformSession } from '../connection/platform-session.ts';

/** Lists the objects with a mark of this service, including those that are in no ledger. */
export async function inventory(
  { calls }: PlatformSession,
  { markPrefix, signal }: { readonly markPrefix: string; readonly signal: AbortSignal },
): Promise<readonly InventoryItem[]> {
  const { permissions } = await calls.account(signal);
  const roles = await calls.roles(signal);
  // The prepared account of the manual mode may not see accounts, and has made none.
  const accounts = permissions.includes('accounts:read') ? await calls.serviceAccounts(signal) : [];
  const listed = [
    ...roles.map((role) => ({ kind: 'role', ...role })),
    ...accounts.map((account) => ({ kind: 'service account', ...account })),
  ];
  return listed.flatMap(({ kind, id, name, mark }) =>
    mark?.startsWith(markPrefix) ? [{ kind, name, mark, platformId: id }] : [],
  );
}
