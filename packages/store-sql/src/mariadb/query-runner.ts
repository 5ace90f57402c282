import type { RunResult } from '../operations/sql-operations.ts';
import type { MariaDbConnection } from './mariadb-client.ts';

/** Sends statements on one connection. Those with parameters are prepared once for each connection. */
export type QueryRunner = (text: string, parameters?: readonly unknown[]) => Promise<RunResult>;

/** Creates the runner of a connection. */
export function createQueryRunner(connection: MariaDbConnection): QueryRunner {
  return async (sql, parameters = []) => {
    const query = { sql, rowsAsArray: true, typeCast: true, supportBigNumbers: true } as const;
    const [response] = await (parameters.length > 0
      ? connection.execute({ ...query, values: [...parameters] })
      : connection.query(query));
    return Array.isArray(response) ? { rows: response, affected: 0 } : { rows: [], affected: matchedRows(response) };
  };
}

/**
 * Returns the number of rows that a statement matched. Connections without the flag `FOUND_ROWS` would otherwise report
 * only those whose values changed.
 */
function matchedRows(response: unknown): number {
  const { affectedRows = 0, info = '' } = response as { readonly affectedRows?: number; readonly info?: string };
  const [, matched] = /^Rows matched: (\d+)/.exec(info) ?? [];
  return matched === undefined ? affectedRows : Number(matched);
}
