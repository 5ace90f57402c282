import type { Account } from '../account.ts';
import { refusals } from '../refusal.ts';

/** Returns the metastore of the workspace. */
export function metastoreOf({ metastore }: Account): NonNullable<Account['metastore']> {
  if (!metastore) throw refusals.noMetastore();
  return metastore;
}
