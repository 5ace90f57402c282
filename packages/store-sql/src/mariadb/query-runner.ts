import type { RunResult } from '../operations/sql-operations.ts';
import type { MariaDbConnection } from './mariadb-client.ts';
import { matchedRows } from './matched-rows.ts';

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
