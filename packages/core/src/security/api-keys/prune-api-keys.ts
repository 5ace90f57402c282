import { DAY_MS } from '../../kernel/time/durations.ts';
import type { AllTenantsStore } from '../../ports/store/store.ts';

/** Days for which a key is still listed after it was revoked or has expired. */
const RETENTION_DAYS = 90;
/** Maximum number of rows in one query. */
const SLICE = 200;

/**
 * Removes API keys that were revoked or have expired long ago. A key stays as long as one that was issued with it, since the revocation
 * of its own issuer finds the other one only through it. The next run removes it.
 *
 * @returns the number of removed keys.
 */
export async function pruneApiKeys(
  store: Pick<AllTenantsStore, 'find' | 'remove'>,
  now: number,
  signal: AbortSignal,
): Promise<number> {
  const before = { lt: now - RETENTION_DAYS * DAY_MS };
  let removed = 0;
  let last = 0;
  for (let full = true; full && !signal.aborted; ) {
    const ended = await store.find('apiKeys', {
      where: [
        { id: { gt: last }, revokedAt: before },
        { id: { gt: last }, expiresAt: before },
      ],
      orderBy: [['id', 'asc']],
      limit: SLICE,
    });
    removed += await removeUnneeded(
      store,
      ended.map(({ id }) => id),
    );
    last = ended.at(-1)?.id ?? last;
    full = ended.length === SLICE;
  }
  return removed;
}

async function removeUnneeded(
  store: Pick<AllTenantsStore, 'find' | 'remove'>,
  ids: readonly number[],
): Promise<number> {
  if (ids.length === 0) return 0;
  const issued = await store.find('apiKeys', { where: { issuedBy: { in: ids } }, limit: 1, limitPer: 'issuedBy' });
  const issuers = new Set(issued.map(({ issuedBy }) => issuedBy));
  const unneeded = ids.filter((id) => !issuers.has(id));
  return unneeded.length === 0 ? 0 : store.remove('apiKeys', { id: { in: unneeded } });
}
