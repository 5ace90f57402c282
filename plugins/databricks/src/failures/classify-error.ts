import { type FailureClassification, type FailureRow, lookUpFailure } from '@portcullis/plugin-api';
import { DatabricksApiError } from './databricks-api-error.ts';
import {
  CODE_FAILURES,
  CONDITION_FAILURES,
  SENTENCE_FAILURES,
  SENTENCES,
  STATE_FAILURES,
  STATUS_FAILURES,
} from './failure-rows.ts';

/** Generic values of `error_code`, for which the actual error is in the message. */
const SAYS_NOTHING: ReadonlySet<string | undefined> = new Set(['BAD_REQUEST', 'INVALID_PARAMETER_VALUE', 'UNKNOWN']);

/** The sentences whose condition or code means a missing privilege or a wrong token, which would be misleading. */
const MORE_SPECIFIC: ReadonlySet<string | undefined> = new Set(['ip-blocked', 'not-bound']);

/**
 * Classifies the response of a workspace: by the error condition of a statement, then by its SQLSTATE, then by the
 * code of the response, then by the HTTP status. An unknown error is passed to Node's own table.
 */
export function classifyError(error: unknown): FailureClassification | undefined {
  if (!(error instanceof DatabricksApiError)) return undefined;
  const { condition, sqlState, errorCode, status } = error;
  const message = sentence(error.message);
  const known = (rows: readonly FailureRow[], code: string | undefined) =>
    lookUpFailure(rows, { codes: [code], message });
  const sentenceCode = SENTENCES.find(({ says }) => says.test(error.message))?.code;
  const bySentence = (): FailureClassification | undefined => {
    const found = known(SENTENCE_FAILURES, sentenceCode);
    return found && { ...found, code: condition ?? sqlState ?? errorCode ?? `http-${status}` };
  };
  return (
    (MORE_SPECIFIC.has(sentenceCode) ? bySentence() : undefined) ??
    known(CONDITION_FAILURES, condition) ??
    known(STATE_FAILURES, sqlState) ??
    (SAYS_NOTHING.has(errorCode) ? bySentence() : undefined) ??
    known(CODE_FAILURES, errorCode) ??
    bySentence() ??
    known(STATUS_FAILURES, `http-${status}`)
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
