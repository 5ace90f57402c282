import { DatabaseSync } from 'node:sqlite';
import type { StoreOrder } from '../kill-matrix/victim-protocol.ts';

/** Returns the corruption that SQLite finds in the file of a closed store; empty if the store is not a file. */
export function findCorruption(order: StoreOrder): readonly string[] {
  if (order.kind !== 'sqlite') return [];
  const database = new DatabaseSync(order.file);
  const found = database
    .prepare('pragma integrity_check')
    .all()
    .map((row) => String(row.integrity_check));
  database.close();
  return found.filter((line) => line !== 'ok');
}
