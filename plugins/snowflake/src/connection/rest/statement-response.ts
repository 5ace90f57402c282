import type { JsonResponse } from '@portcullis/plugin-network';
import { SnowflakeApiError } from '../../failures/snowflake-api-error.ts';
import type { Row } from '../sql-transport.ts';

/** The part of a response that the plugin reads. Source: "Snowflake SQL API reference", ResultSet, QueryStatus. */
interface StatementBody {
  readonly code?: unknown;
  readonly sqlState?: unknown;
  readonly message?: unknown;
  readonly statementHandle?: unknown;
  readonly data?: readonly (readonly unknown[])[];
  readonly resultSetMetaData?: {
    readonly rowType?: readonly { readonly name: string }[];
    readonly partitionInfo?: readonly unknown[];
  };
}

/** A success response, or "still running". */
export interface StatementResponse extends StatementBody {
  readonly isRunning: boolean;
}

/** Reads a response. @throws SnowflakeApiError for an error response. */
export function readResponse({ status, body }: JsonResponse): StatementResponse {
  const response = (typeof body === 'object' && body !== null ? body : {}) as StatementBody;
  if (status === 200 || status === 202) return { ...response, isRunning: status === 202 };
  throw new SnowflakeApiError({
    status,
    code: typeof response.code === 'string' ? response.code : undefined,
    sqlState: typeof response.sqlState === 'string' ? response.sqlState : undefined,
    message: typeof response.message === 'string' ? response.message : `Snowflake responded with HTTP ${status}.`,
  });
}

/**
 * The statuses of statements that have failed, or took too long. Any other one concerns the request for the outcome.
 * Source: "Snowflake SQL API reference", Response codes.
 */
const STATEMENT_STATUSES: readonly number[] = [408, 422];

/** Returns whether an error is the outcome of a statement. */
export function isStatementOutcome(error: unknown): boolean {
  return error instanceof SnowflakeApiError && STATEMENT_STATUSES.includes(error.status);
}

/** Returns the rows of one partition. */
export function rowsOf(data: StatementBody['data'], columns: readonly string[]): readonly Row[] {
  return (data ?? []).map((cells) => Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? null])));
}
