import { setTimeout as pause } from 'node:timers/promises';
import { unknownOutcome } from '@portcullis/plugin-network';
import { classifyError } from '../failures/classify-error.ts';
import { DatabricksApiError } from '../failures/databricks-api-error.ts';
import { type Api, isResponseBody, objectsIn, type ResponseBody } from './api.ts';
import { withRetry } from './retry.ts';

/** One row of a result, by the names of its columns. Cells are text or null. */
export type Row = Readonly<Record<string, string | null>>;

/** Runs one statement on a warehouse and returns its rows. Aborting the signal cancels it on the server. */
export type StatementRunner = (text: string, signal: AbortSignal) => Promise<readonly Row[]>;

const FIRST_POLL_MS = 20;
const MAX_POLL_MS = 2_000;
/** Limit for the response with the id of an aborted statement, and for its cancellation, in milliseconds. */
const CANCEL_MS = 1_500;

const STATEMENTS = '/api/2.0/sql/statements';

/**
 * Creates the runner of statements over the Statement Execution API. It responds immediately with an id, so that a long
 * wait (also for the start of a warehouse) can be cancelled. Source: Databricks REST API reference, "Statement
 * Execution API".
 */
export function createStatementRunner(api: Api, warehouseId: string): StatementRunner {
  const cancel = async ({ statement_id: id }: ResponseBody): Promise<void> => {
    const path = `${STATEMENTS}/${encodeURIComponent(String(id))}/cancel`;
    await api({ method: 'POST', path, body: {} }, AbortSignal.timeout(CANCEL_MS)).catch(() => {});
  };

  /** A statement cannot be cancelled without its id, so an early abort waits for the id. */
  const begun = async (body: ResponseBody, signal: AbortSignal): Promise<ResponseBody> => {
    signal.throwIfAborted();
    const submission = new AbortController();
    let timer: NodeJS.Timeout | undefined;
    const abortSoon = (): void => {
      timer = setTimeout(() => submission.abort(signal.reason), CANCEL_MS);
    };
    signal.addEventListener('abort', abortSoon, { once: true });
    try {
      const first = await api({ method: 'POST', path: STATEMENTS, body }, submission.signal);
      if (signal.aborted && isRunning(first)) await cancel(first);
      signal.throwIfAborted();
      return first;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', abortSoon);
    }
  };

  const finished = async (first: ResponseBody, signal: AbortSignal): Promise<ResponseBody> => {
    const path = `${STATEMENTS}/${encodeURIComponent(String(first.statement_id))}`;
    let response = first;
    let wait = FIRST_POLL_MS;
    try {
      while (isRunning(response)) {
        await pause(wait, undefined, { signal });
        wait = Math.min(wait * 2, MAX_POLL_MS);
        response = await withRetry(() => api({ method: 'GET', path }, signal), signal);
      }
      return response;
    } catch (error) {
      // No caller will read its result, so it must not continue.
      await cancel(first);
      // A failure of the statement itself is in a response; an error is one of the request for it.
      throw signal.aborted ? error : unknownOutcome(error, classifyError);
    }
  };

  const restOf = async (response: ResponseBody, signal: AbortSignal): Promise<readonly unknown[]> => {
    const chunks = Number(manifestOf(response).total_chunk_count ?? 1);
    const rows: unknown[] = [];
    for (let chunk = 1; chunk < chunks; chunk += 1) {
      const path = `${STATEMENTS}/${encodeURIComponent(String(response.statement_id))}/result/chunks/${chunk}`;
      rows.push(...listIn((await withRetry(() => api({ method: 'GET', path }, signal), signal)).data_array));
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
    const response = await finished(await begun(body, signal), signal);
    refuseFailure(response);
    const { columns } = isResponseBody(manifestOf(response).schema)
      ? (manifestOf(response).schema as ResponseBody)
      : {};
    const names = objectsIn(columns).map(({ name }) => String(name));
    const cells = [
      ...listIn(isResponseBody(response.result) ? response.result.data_array : []),
      ...(await restOf(response, signal)),
    ];
    return cells.map((row) => rowOf(names, listIn(row)));
  };
}

function isRunning({ status }: ResponseBody): boolean {
  return isResponseBody(status) && (status.state === 'PENDING' || status.state === 'RUNNING');
}

/** @throws DatabricksApiError unless the statement succeeded. */
function refuseFailure({ status }: ResponseBody): void {
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
