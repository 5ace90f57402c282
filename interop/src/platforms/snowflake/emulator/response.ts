import type { IncomingMessage } from 'node:http';
import { gunzipSync } from 'node:zlib';
import { Refusal } from './refusal.ts';
import type { Rows } from './session.ts';

/** The response over HTTP. */
export interface EmulatorResponse {
  readonly status: number;
  readonly body: unknown;
  /** True for a body that the server compresses, although no request asks for it. @default false */
  readonly isCompressed?: boolean;
  /** The further parts of a result, from the second one on. @default none */
  readonly partitions?: readonly EmulatorResponse[];
}

/** Number of rows of a partition. The platform divides a result by its size. */
const PARTITION_ROWS = 10;

/** The response of the REST interface to a successful statement. Source: "Snowflake SQL API reference", ResultSet. */
export function outcomeOf(run: () => Rows, handle: string): EmulatorResponse {
  try {
    const rows = run();
    const columns = columnsOf(rows);
    const cells = rows.map((row) => columns.map((column) => row[column] ?? null));
    const [first = [], ...others] = inPartitions(cells);
    return {
      status: 200,
      // Each is a body with `data` only, in gzip. Source: "Handling responses", Retrieving additional partitions.
      partitions: others.map((data) => ({ status: 200, body: { data }, isCompressed: true })),
      body: {
        code: '090001',
        sqlState: '00000',
        message: 'Statement executed successfully.',
        statementHandle: handle,
        resultSetMetaData: {
          numRows: rows.length,
          format: 'jsonv2',
          partitionInfo: [first, ...others].map(({ length }) => ({ rowCount: length })),
          rowType: columns.map((name) => ({ name, type: 'text' })),
        },
        data: first,
      },
    };
  } catch (error) {
    if (error instanceof Refusal) return refused(error);
    throw error;
  }
}

function inPartitions<Item>(rows: readonly Item[]): readonly (readonly Item[])[] {
  const count = Math.ceil(rows.length / PARTITION_ROWS);
  return Array.from({ length: count }, (_each, index) =>
    rows.slice(index * PARTITION_ROWS, (index + 1) * PARTITION_ROWS),
  );
}

/** The response to a running statement. Source: "Snowflake SQL API reference", QueryStatus. */
export function running(handle: string): EmulatorResponse {
  return {
    status: 202,
    body: { code: '333334', message: 'Asynchronous execution in progress.', statementHandle: handle },
  };
}

/**
 * The response of the REST interface to a refused statement. Source: "Snowflake SQL API reference", QueryFailureStatus.
 */
export function refused({ code, sqlState, message, status }: Refusal): EmulatorResponse {
  return { status, body: { code, sqlState, message } };
}

/** The columns of rows, in order of their first occurrence. */
export function columnsOf(rows: Rows): readonly string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}

/** The JSON of a request, which the driver compresses. */
export async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const raw = Buffer.concat(chunks);
  if (raw.length === 0) return {};
  const plain = request.headers['content-encoding'] === 'gzip' ? gunzipSync(raw) : raw;
  return JSON.parse(plain.toString()) as Record<string, unknown>;
}
