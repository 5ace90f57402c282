import type { JsonAnswer } from '@portcullis/plugin-network';
import { SnowflakeApiError } from '../../failures/snowflake-api-error.ts';
import type { Row } from '../sql-transport.ts';

/** The part of an answer that the plugin reads. Source: "Snowflake SQL API reference", ResultSet, QueryStatus. */
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
export interface StatementAnswer extends StatementBody {
  readonly isRunning: boolean;
}

/** Reads a response. @throws SnowflakeApiError for an error response. */
export function readAnswer({ status, body }: JsonAnswer): StatementAnswer {
  const answer = (typeof body === 'object' && body !== null ? body : {}) as StatementBody;
  if (status === 200 || status === 202) return { ...answer, isRunning: status === 202 };
  throw new SnowflakeApiError({
    status,
    code: typeof answer.code === 'string' ? answer.code : undefined,
    sqlState: typeof answer.sqlState === 'string' ? answer.sqlState : undefined,
    message: typeof answer.message === 'string' ? answer.message : `Snowflake answered with HTTP ${status}.`,
  });
}

/** Returns the rows of one partition. */
export function rowsOf(data: StatementBody['data'], columns: readonly string[]): readonly Row[] {
  return (data ?? []).map((cells) => Object.fromEntries(columns.map((name, index) => [name, cells[index] ?? null])));
}
