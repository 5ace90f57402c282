import { type FailureClassification, type FailureRow, lookUpFailure } from '@portcullis/plugin-api';
import { DatabricksApiError } from './databricks-api-error.ts';
import {
  CODE_FAILURES,
  CONDITION_FAILURES,
  MESSAGE_FAILURES,
  MESSAGE_PATTERNS,
  STATE_FAILURES,
  STATUS_FAILURES,
} from './failure-rows.ts';

/** Generic values of `error_code`, for which the actual error is in the message. */
const GENERIC_CODES: ReadonlySet<string | undefined> = new Set(['BAD_REQUEST', 'INVALID_PARAMETER_VALUE', 'UNKNOWN']);

/** The codes of messages that are more specific than their condition or code, which means a missing privilege or a wrong token. */
const MORE_SPECIFIC: ReadonlySet<string | undefined> = new Set(['ip-blocked', 'not-bound']);

/**
 * Classifies the response of a workspace: by the error condition of a statement, then by its SQLSTATE, then by the
 * code of the response, then by the HTTP status. An unknown error is passed to Node's own table.
 */
export function classifyError(error: unknown): FailureClassification | undefined {
  if (!(error instanceof DatabricksApiError)) return undefined;
  const { condition, sqlState, errorCode, status } = error;
  const message = sentence(error.message);
  const lookUp = (rows: readonly FailureRow[], code: string | undefined) =>
    lookUpFailure(rows, { codes: [code], message });
  const messageCode = MESSAGE_PATTERNS.find(({ pattern }) => pattern.test(error.message))?.code;
  const byMessage = (): FailureClassification | undefined => {
    const found = lookUp(MESSAGE_FAILURES, messageCode);
    return found && { ...found, code: condition ?? sqlState ?? errorCode ?? `http-${status}` };
  };
  return (
    (MORE_SPECIFIC.has(messageCode) ? byMessage() : undefined) ??
    lookUp(CONDITION_FAILURES, condition) ??
    lookUp(STATE_FAILURES, sqlState) ??
    (GENERIC_CODES.has(errorCode) ? byMessage() : undefined) ??
    lookUp(CODE_FAILURES, errorCode) ??
    byMessage() ??
    lookUp(STATUS_FAILURES, `http-${status}`)
  );
}

/**
 * Returns the first sentence of a server's message, without its condition, its SQLSTATE and quotations of the
 * statement.
 */
function sentence(message: string): string {
  const [first = ''] = message
    .replace(/^.*?\[[A-Z][A-Z0-9_.]+\]\s*/s, '')
    .replace(/^Insufficient privileges:\s*/i, '')
    .replace(/SQLSTATE: [0-9A-Z]{5}.*$/s, '')
    .split('\n');
  const text = first.trim() || 'Databricks refused a request';
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
