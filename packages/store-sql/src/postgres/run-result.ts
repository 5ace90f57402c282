import type { RunResult } from '../operations/sql-operations.ts';
import type { PostgresResult } from './postgres-client.ts';

/** Returns a result of `pg` in the form of the operations: the members of its rows are in the order of the columns. */
export function toRunResult({ rows, rowCount }: Pick<PostgresResult, 'rows' | 'rowCount'>): RunResult {
  return { rows: rows.map(Object.values), affected: rowCount ?? 0 };
}
