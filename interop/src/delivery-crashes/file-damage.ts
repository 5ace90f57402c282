import { DatabaseSync } from 'node:sqlite';
import type { StoreOrder } from '../kill-matrix/victim-protocol.ts';

/** What SQLite itself finds wrong with the file of a store that is closed; nothing where the store is not a file. */
export function fileDamage(order: StoreOrder): readonly string[] {
  if (order.kind !== 'sqlite') return [];
  const database = new DatabaseSync(order.file);
  const found = database
    .prepare('pragma integrity_check')
    .all()
    .map((row) => String(row.integrity_check));
  database.close();
  return found.filter((line) => line !== 'ok');
}
