import type { InventoryItem } from '@portcullis/plugin-api';
import type { PlatformSession } from '../connection/platform-session.ts';

/** Lists the objects with a mark of this service, including those that are in no ledger. */
export async function inventory(
  { calls }: PlatformSession,
  { markPrefix, signal }: { readonly markPrefix: string; readonly signal: AbortSignal },
): Promise<readonly InventoryItem[]> {
  const spaces = await calls.spaces(signal);
  return spaces.flatMap(({ id, name, mark }) =>
    mark?.startsWith(markPrefix) ? [{ kind: 'space', name, mark, platformId: id }] : [],
  );
}
