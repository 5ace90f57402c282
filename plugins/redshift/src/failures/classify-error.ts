import { type FailureClassification, lookUpFailure } from '@portcullis/plugin-api';
import { DRIVER_FAILURES, SERVER_FAILURES } from './failure-rows.ts';

/**
 * Classifies an error of the driver or of the server behind it. Errors in neither table are passed to Node's own.
 */
export function classifyError(error: unknown): FailureClassification | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, severity, message } = membersOf(error);
  if (typeof code === 'string' && typeof severity === 'string') {
    if (/\bpg_hba\.conf\b/.test(message)) return { ...NOT_ADMITTED, code };
    return lookUpFailure(SERVER_FAILURES, { codes: [code], message: serverMessage(code, message) });
  }
  const row =
    typeof code === 'string'
      ? undefined
      : DRIVER_FAILURES.find(({ messagePrefix }) => message.startsWith(messagePrefix));
  return row && { class: row.class, code: row.codes[0], message: row.message ?? '' };
}

/** The refusal of a host, a user or a database, which says nothing about the password. It has the code of wrong credentials. */
const NOT_ADMITTED: FailureClassification = {
  class: 'unsupported',
  message: 'The access rules of the server admit no connection of this account from this service to this database.',
  help: 'Ask the administrator of the server to admit it.',
};

interface Members {
  readonly code?: unknown;
  readonly severity?: unknown;
  readonly message: string;
}

/** Returns the readable members of an error: members of a foreign error may throw when they are read. */
function membersOf(error: Error): Members {
  try {
    const { code, severity, message } = error as Members;
    return { code, severity, message: String(message) };
  } catch {
    return { message: '' };
  }
}

/** The code of an internal error, which Amazon Redshift also uses for errors that have no code of their own. */
const INTERNAL_ERROR = 'XX000';

/**
 * Returns the message of the server. That of two transactions that change one table is a number. Source: Amazon Redshift
 * Database Developer Guide, "Serializable isolation" (error 1023).
 */
function serverMessage(code: string, message: string): string {
  if (code !== INTERNAL_ERROR) return sentence(message);
  if (/^1023\b/.test(message)) return 'Another transaction changed the same table at the same time.';
  return `The server reports an internal error: ${sentence(message)}`;
}

function sentence(message: string): string {
  const [first = ''] = message.split('\n');
  const text = `${first.charAt(0).toUpperCase()}${first.slice(1)}`;
  return /[.!?]$/.test(text) ? text : `${text}.`;
}
