import { randomUUID } from 'node:crypto';
import {
  createInFlight,
  type JsonResponse,
  type JsonSender,
  runSubmitted,
  withRetry,
} from '@portcullis/plugin-network';
import { readSwitch } from '../../dialect/role-switch.ts';
import { classifyError } from '../../failures/classify-error.ts';
import { VERSION } from '../../version.ts';
import type { Row, SqlTransport } from '../sql-transport.ts';
import { UNLIMITED_ROWS } from '../unlimited-rows.ts';
import { isStatementOutcome, readResponse, rowsOf, type StatementResponse } from './statement-response.ts';

/** The options of a connection over the REST interface. */
export interface RestConnection {
  readonly send: JsonSender;
  /** `https://<host>`. */
  readonly address: string;
  readonly token: string;
  readonly tokenType: 'KEYPAIR_JWT' | 'OAUTH';
  readonly statementTimeoutMs: number;
}

/**
 * Creates a transport over the SQL REST API. It has no session: role and warehouse are sent with each request, and
 * statements that switch them are handled here. Sources: "Snowflake SQL API reference"; "Submitting a request to
 * execute SQL statements", Resubmitting a request to execute SQL statements.
 */
export function createRestTransport({
  send,
  address,
  token,
  tokenType,
  statementTimeoutMs,
}: RestConnection): SqlTransport {
  const context: { role?: string; warehouse?: string } = {};
  const headers = {
    authorization: `Bearer ${token}`,
    'x-snowflake-authorization-token-type': tokenType,
    'content-type': 'application/json',
    accept: 'application/json',
    'user-agent': `Portcullis/${VERSION}`,
  };
  const neverAborted = new AbortController().signal;

  const call = (method: 'GET' | 'POST', path: string, signal: AbortSignal, body?: object): Promise<JsonResponse> =>
    send({ url: `${address}${path}`, method, headers, signal, ...(body ? { body: JSON.stringify(body) } : {}) });

  /**
   * With the same request id, Snowflake runs a statement only once, even if it is submitted repeatedly. It responds
   * immediately with a handle, so that a long statement can be cancelled.
   */
  const submit = (text: string, scope: typeof context, signal: AbortSignal): Promise<StatementResponse> => {
    const requestId = randomUUID();
    const timeout = Math.ceil(statementTimeoutMs / 1_000);
    const body = { statement: text, timeout, parameters: { rows_per_resultset: UNLIMITED_ROWS }, ...scope };
    return withRetry(
      async (attempt) => {
        const again = attempt > 1 ? '&retry=true' : '';
        const response = await call(
          'POST',
          `/api/v2/statements?async=true&requestId=${requestId}${again}`,
          signal,
          body,
        );
        return readResponse(response);
      },
      { classify: classifyError, signal },
    );
  };

  /** Reads a result. The request has no side effects, so it is retried while the interface is busy. */
  const read = (path: string, signal: AbortSignal): Promise<StatementResponse> =>
    withRetry(async () => readResponse(await call('GET', path, signal)), { classify: classifyError, signal });

  const pathOf = ({ statementHandle }: StatementResponse): string => `/api/v2/statements/${String(statementHandle)}`;

  const inFlight = createInFlight();
  const run = (text: string, scope: typeof context, signal: AbortSignal): Promise<readonly Row[]> =>
    inFlight.run(signal, (either) => runStatement(text, scope, either));

  const runStatement = async (text: string, scope: typeof context, signal: AbortSignal): Promise<readonly Row[]> => {
    const response = await runSubmitted<StatementResponse>(
      {
        submit: (until) => submit(text, scope, until),
        isRunning: ({ isRunning }) => isRunning,
        read: (first, until) => read(pathOf(first), until),
        cancel: (first, until) => call('POST', `${pathOf(first)}/cancel`, until),
        isOutcome: isStatementOutcome,
        classify: classifyError,
      },
      signal,
    );
    const { rowType = [], partitionInfo = [] } = response.resultSetMetaData ?? {};
    const columns = rowType.map(({ name }) => name);
    const rows = [...rowsOf(response.data, columns)];
    for (let partition = 1; partition < partitionInfo.length; partition += 1) {
      rows.push(...rowsOf((await read(`${pathOf(response)}?partition=${partition}`, signal)).data, columns));
    }
    return rows;
  };

  return {
    async execute(text, signal = neverAborted) {
      const change = readSwitch(text);
      if (!change) return run(text, context, signal);
      const next = { ...context, [change.kind]: change.name };
      // A query that uses the role or the warehouse, so that a missing permission fails here.
      const probe = change.kind === 'role' ? 'SELECT CURRENT_ROLE()' : 'SELECT CURRENT_WAREHOUSE()';
      const rows = await run(probe, next, signal);
      Object.assign(context, next);
      return rows;
    },
    async close() {
      await inFlight.end();
      await send.close();
    },
  };
}
