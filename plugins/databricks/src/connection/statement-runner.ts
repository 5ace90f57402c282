import { runSubmitted } from '@portcullis/plugin-network';
import { classifyError } from '../failures/classify-error.ts';
import { DatabricksApiError } from '../failures/databricks-api-error.ts';
import { type Api, isResponseBody, objectsIn, type ResponseBody } from './api.ts';
import { withRetry } from './retry.ts';

/** One row of a result, by the names of its columns. Cells are text or null. */
export type Row = Readonly<Record<string, string | null>>;

/** Runs one statement on a warehouse and returns its rows. Aborting the signal cancels it on the server. */
export type StatementRunner = (text: string, signal: AbortSignal) => Promise<readonly Row[]>;

const STATEMENTS = '/api/2.0/sql/statements';

/**
 * Creates the runner of statements over the Statement Execution API. It responds immediately with an id, so that a long
 * wait (also for the start of a warehouse) can be cancelled. Source: Databricks REST API reference, "Statement
 * Execution API".
 */
export function createStatementRunner(api: Api, warehouseId: string): StatementRunner {
  const pathOf = ({ statement_id: id }: ResponseBody): string => `${STATEMENTS}/${encodeURIComponent(String(id))}`;
  const get = (path: string, signal: AbortSignal): Promise<ResponseBody> =>
    withRetry(() => api({ method: 'GET', path }, signal), signal);

  const readOtherChunks = async (response: ResponseBody, signal: AbortSignal): Promise<readonly unknown[]> => {
    const chunks = Number(manifestOf(response).total_chunk_count ?? 1);
    const rows: unknown[] = [];
    for (let chunk = 1; chunk < chunks; chunk += 1) {
      rows.push(...listIn((await get(`${pathOf(response)}/result/chunks/${chunk}`, signal)).data_array));
    }
    return rows;
  };

  return async (statement, signal) => {
    const body = {
      statement,
      warehouse_id: warehouseId,
      wait_timeout: '0s',
      disposition: 'INLINE',
      format: 'JSON_ARRAY',
    };
    const response = await runSubmitted<ResponseBody>(
      {
        submit: (until) => api({ method: 'POST', path: STATEMENTS, body }, until),
        isRunning,
        read: (first, until) => get(pathOf(first), until),
        cancel: (first, until) => api({ method: 'POST', path: `${pathOf(first)}/cancel`, body: {} }, until),
        // A failure of the statement itself is in a response; an error is one of the request for it.
        classify: classifyError,
      },
      signal,
    );
    throwIfFailed(response);
    const { columns } = isResponseBody(manifestOf(response).schema)
      ? (manifestOf(response).schema as ResponseBody)
      : {};
    const names = objectsIn(columns).map(({ name }) => String(name));
    const cells = [
      ...listIn(isResponseBody(response.result) ? response.result.data_array : []),
      ...(await readOtherChunks(response, signal)),
    ];
    return cells.map((row) => rowOf(names, listIn(row)));
  };
}

function isRunning({ status }: ResponseBody): boolean {
  return isResponseBody(status) && (status.state === 'PENDING' || status.state === 'RUNNING');
}

/** @throws DatabricksApiError unless the statement succeeded. */
function throwIfFailed({ status }: ResponseBody): void {
  const { state, error, sql_state: sqlState } = isResponseBody(status) ? status : {};
  if (state === 'SUCCEEDED') return;
  const { error_code: code, message } = isResponseBody(error) ? error : {};
  throw new DatabricksApiError({
    status: 200,
    errorCode: typeof code === 'string' ? code : state === 'CANCELED' ? 'CANCELLED' : undefined,
    sqlState: typeof sqlState === 'string' ? sqlState : undefined,
    message: typeof message === 'string' && message !== '' ? message : `The statement ended as ${String(state)}.`,
  });
}

function manifestOf({ manifest }: ResponseBody): ResponseBody {
  return isResponseBody(manifest) ? manifest : {};
}

function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function rowOf(names: readonly string[], cells: readonly unknown[]): Row {
  return Object.fromEntries(
    names.map((name, index) => [
      name,
      cells[index] === null || cells[index] === undefined ? null : String(cells[index]),
    ]),
  );
}
