import type { InventoryItem } from '@portcullis/plugin-api';
import type { BigQuerySession } from '../connection/bigquery-session.ts';
import { MARK_LABEL, markIn } from './mark-label.ts';

/** Lists the datasets of the project with a mark of this service. */
export async function inventory(
  session: BigQuerySession,
  { markPrefix, signal }: { readonly markPrefix: string; readonly signal: AbortSignal },
): Promise<readonly InventoryItem[]> {
  const found: InventoryItem[] = [];
  for (const { name } of await session.datasets({ label: MARK_LABEL }, signal)) {
    // A list contains no descriptions.
    const dataset = await session.dataset(name, signal);
    const mark = dataset && markIn(dataset);
    if (dataset && mark?.startsWith(markPrefix)) found.push({ kind: 'dataset', name, mark, platformId: dataset.id });
  }
  return found;
}
