import { randomUUID } from 'node:crypto';
import type { Account } from './account.ts';
import { execute } from './execute.ts';
import { Refusal, refusals } from './refusal.ts';
import { type ApiRequest, type ApiResponse, ok, type Route } from './request.ts';
import type { Caller, Rows } from './session.ts';
import { usableWarehouse } from './workspace-service.ts';

/** The log entry of a statement, with its outcome. */
export interface SeenStatement {
  readonly principal: string;
  readonly text: string;
  outcome: string;
}

/** The fault that replaces the outcome of a statement. */
export type StatementFault = 'hang' | Refusal;

/**
 * A hanging statement or request. `ended` resolves when the statement is cancelled or the request is given up; `cancel`
 * ends it from outside.
 */
export interface Hanging {
  readonly ended: Promise<void>;
  cancel(): void;
}

interface Entry {
  readonly id: string;
  readonly caller: Caller;
  readonly text: string;
  readonly seen: SeenStatement;
  readonly warehouse: string;
  state: 'PENDING' | 'RUNNING' | 'SUCCEEDED' | 'FAILED' | 'CANCELED' | 'CLOSED';
  fault: StatementFault | undefined;
  pollsUntilStarted: number;
  rows: Rows;
  error: Refusal | undefined;
}

/** The parts of the emulator that the service uses. */
export interface StatementSurroundings {
  readonly account: Account;
  readonly seen: SeenStatement[];
  /** Returns the number of rows in one chunk of a result. */
  rowsPerChunk(): number;
  takeFault(text: string): StatementFault | undefined;
  /** Called when a statement hangs. */
  onHang(hanging: Hanging): void;
}

/**
 * The Statement Execution API. Polls replace time: a stopped warehouse has started after a number of polls, and a
 * hanging statement runs until it is cancelled. Sources: "Statement Execution API", Execute a SQL statement, Get
 * status, Cancel statement execution.
 */
export function statementRoutes({
  account,
  seen,
  rowsPerChunk,
  takeFault,
  onHang,
}: StatementSurroundings): readonly Route[] {
  const entries = new Map<string, Entry>();
  const cancels = new Map<string, () => void>();

  const run = (entry: Entry): void => {
    if (entry.fault === 'hang') {
      hang(entry);
      return;
    }
    entry.state = 'SUCCEEDED';
    try {
      if (entry.fault) throw entry.fault;
      entry.rows = execute(entry.text, entry.caller);
      entry.seen.outcome = 'done';
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      Object.assign(entry, { state: 'FAILED', error });
      entry.seen.outcome = String(error.code);
    }
  };
  const hang = (entry: Entry): void => {
    if (entry.state === 'RUNNING') return;
    entry.state = 'RUNNING';
    const ended = new Promise<void>((resolve) => cancels.set(entry.id, resolve));
    onHang({ ended, cancel: () => cancel(entry) });
  };
  const cancel = (entry: Entry): void => {
    if (entry.state !== 'PENDING' && entry.state !== 'RUNNING') return;
    entry.state = 'CANCELED';
    entry.seen.outcome = 'cancelled';
    cancels.get(entry.id)?.();
  };
  const advance = (entry: Entry): void => {
    const warehouse = account.warehouses.get(entry.warehouse);
    if (entry.state !== 'PENDING' || !warehouse) return;
    if (entry.pollsUntilStarted > 0) entry.pollsUntilStarted -= 1;
    if (entry.pollsUntilStarted > 0 && warehouse.state !== 'RUNNING') return;
    warehouse.state = 'RUNNING';
    run(entry);
  };
  const mine = ({ principal }: ApiRequest, id = ''): Entry => {
    const entry = entries.get(id);
    if (!entry || entry.caller.principal !== principal) throw refusals.noStatement(id);
    return entry;
  };

  return [
    [
      'POST',
      /^\/api\/2\.0\/sql\/statements\/?$/,
      'Statement Execution API, Execute a SQL statement',
      ({ body, principal }) => {
        const wait = /^(\d+)s$/.exec(String(body.wait_timeout ?? '10s'))?.[1] ?? '-1';
        if (Number(wait) !== 0 && (Number(wait) < 5 || Number(wait) > 50)) throw refusals.badWait();
        const id = String(body.warehouse_id ?? '');
        const warehouse = usableWarehouse(account, principal, id);
        const text = String(body.statement ?? '');
        const log: SeenStatement = { principal, text, outcome: 'pending' };
        seen.push(log);
        const isCold = warehouse.state !== 'RUNNING';
        const entry: Entry = {
          id: randomUUID(),
          caller: callerOf(account, principal, body),
          text,
          seen: log,
          warehouse: id,
          state: 'PENDING',
          fault: takeFault(text),
          pollsUntilStarted: isCold ? warehouse.startsAfter : 0,
          rows: [],
          error: undefined,
        };
        entries.set(entry.id, entry);
        // A statement starts a warehouse that is stopped. Source: "Start a SQL warehouse", Automatic start.
        if (warehouse.state === 'STOPPED') warehouse.state = 'STARTING';
        if (Number(wait) > 0 && !isCold) run(entry);
        if (Number(wait) > 0 && body.on_wait_timeout === 'CANCEL') cancel(entry);
        return ok(responseOf(entry, rowsPerChunk()));
      },
    ],
    [
      'GET',
      /^\/api\/2\.0\/sql\/statements\/([^/]+)$/,
      'Statement Execution API, Get status, manifest, and result first chunk',
      (request, id) => {
        const entry = mine(request, id);
        advance(entry);
        return ok(responseOf(entry, rowsPerChunk()));
      },
    ],
    [
      'GET',
      /^\/api\/2\.0\/sql\/statements\/([^/]+)\/result\/chunks\/(\d+)$/,
      'Statement Execution API, Get result chunk by index',
      (request, id, index) => ok(chunk(mine(request, id).rows, rowsPerChunk(), Number(index))),
    ],
    [
      'POST',
      /^\/api\/2\.0\/sql\/statements\/([^/]+)\/cancel$/,
      'Statement Execution API, Cancel statement execution',
      (request, id): ApiResponse => {
        cancel(mine(request, id));
        return ok({});
      },
    ],
  ];
}

function callerOf(account: Account, principal: string, body: ApiRequest['body']): Caller {
  const parameters = (body.parameters ?? []) as readonly { readonly name: string; readonly value?: string | null }[];
  return {
    account,
    principal,
    catalog: typeof body.catalog === 'string' ? body.catalog.toLowerCase() : undefined,
    schema: typeof body.schema === 'string' ? body.schema.toLowerCase() : undefined,
    parameters: new Map(parameters.map(({ name, value }) => [name, value ?? null])),
  };
}

/** The response to a poll of a statement. A failure is a 200 with the state FAILED. Cells are text or null. */
function responseOf({ id, state, error, rows, text }: Entry, size: number): object {
  const status = {
    state,
    ...(error && { error: { error_code: 'BAD_REQUEST', message: inWords(error, text) }, sql_state: error.sqlState }),
  };
  if (state !== 'SUCCEEDED') return { statement_id: id, status };
  const columns = columnsOf(rows);
  const count = Math.max(1, Math.ceil(rows.length / size));
  return {
    statement_id: id,
    status,
    manifest: {
      format: 'JSON_ARRAY',
      schema: {
        column_count: columns.length,
        columns: columns.map((name, position) => ({ name, type_text: 'STRING', type_name: 'STRING', position })),
      },
      total_chunk_count: count,
      total_row_count: rows.length,
      truncated: false,
    },
    result: chunk(rows, size, 0),
  };
}

function chunk(rows: Rows, size: number, index: number): object {
  const columns = columnsOf(rows);
  const part = rows.slice(index * size, (index + 1) * size);
  const hasNext = (index + 1) * size < rows.length;
  return {
    chunk_index: index,
    row_offset: index * size,
    row_count: part.length,
    ...(hasNext ? { next_chunk_index: index + 1 } : {}),
    ...(part.length > 0 ? { data_array: part.map((row) => columns.map((column) => row[column] ?? null)) } : {}),
  };
}

function columnsOf(rows: Rows): readonly string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

/**
 * Returns the message of a failed statement for a refusal: a query reports its error condition, a change the code of
 * Unity Catalog. Source: "Error conditions in Databricks", INSUFFICIENT_PERMISSIONS; the others are from public reports
 * of the real service.
 */
function inWords({ code, message, sqlState }: Refusal, text: string): string {
  if (code === 'BAD_REQUEST') return `${message} SQLSTATE: ${sqlState}`;
  if (code === 'PERMISSION_DENIED' && /^SELECT/.test(text))
    return `[INSUFFICIENT_PERMISSIONS] Insufficient privileges:\n${message} SQLSTATE: ${sqlState}`;
  return `${code}: ${message}`;
}
