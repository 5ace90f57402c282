import type { InventoryItem } from '@portcullis/plugin-api';
import type { PlatformSession } from '../connection/platform-session.ts';

/** Lists the accounts with a mark of this service, including those that are in no ledger. */
export async function inventory(
  session: PlatformSession,
  { markPrefix, signal }: { readonly markPrefix: string; readonly signal: AbortSignal },
): Promise<readonly InventoryItem[]> {
  const reply = await session.send(['ACL', 'LIST'], { signal });
  return (Array.isArray(reply) ? reply : []).flatMap((line) => {
    const [, name = '', ...rules] = String(line).split(' ');
    const mark = rules.find((rule) => rule.startsWith(`&${markPrefix}`))?.slice(1);
    return mark === undefined ? [] : [{ kind: 'user', name, mark }];
  });
}
