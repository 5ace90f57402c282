import { DatabaseSync } from 'node:sqlite';
import type { StoreOrder } from '../kill-matrix/victim-protocol.ts';

/** The stored record of an operation whose process may still run. */
export interface OperationRecord {
  readonly isRunning: boolean;
  /** Statements whose intent was journaled. */
  readonly statements: number;
}

/** Reads the record of the latest operation of a kind while another process has the file open. */
export function readOperation(store: StoreOrder, kind: string): OperationRecord | undefined {
  if (store.kind !== 'sqlite') throw new TypeError('Only a SQLite store can be read beside its process.');
  try {
    using database = new DatabaseSync(store.file, { readOnly: true });
    const row = database
      .prepare(
        `SELECT status, (SELECT count(*) FROM portcullis_journal_entries WHERE operation_id = operations.id) AS statements
          FROM portcullis_operations AS operations WHERE kind = ? ORDER BY id DESC LIMIT 1`,
      )
      .get(kind);
    return row && { isRunning: row.status === 'running', statements: Number(row.statements) };
  } catch {
    // The process has not created the tables yet.
    return undefined;
  }
}
