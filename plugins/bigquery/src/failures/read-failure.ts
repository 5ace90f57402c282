import type { GoogleFailure } from './google-api-error.ts';

type Members = Readonly<Record<string, unknown>>;

/**
 * Reads the three shapes of failures of Google:
 *
 * - BigQuery: `{ error: { message, errors: [{ reason }] } }` ("Error messages").
 * - other APIs: `{ error: { status, message, details: [{ reason }] } }` ("Errors", google.rpc.ErrorInfo).
 * - the token endpoint: `{ error, error_description }` (RFC 6749, 5.2).
 *
 * Other responses have only their HTTP status.
 */
export function readFailure(status: number, body: string): GoogleFailure {
  const { error, error_description: description } = membersOf(parsed(body));
  if (typeof error === 'string') {
    return { status, reasons: [error, `http-${status}`], message: messageOf(description, status) };
  }
  const { message, errors, details, status: name } = membersOf(error);
  const reasons = [...reasonsIn(details), ...reasonsIn(errors), name, `http-${status}`];
  return { status, reasons: reasons.filter((each) => typeof each === 'string'), message: messageOf(message, status) };
}

function reasonsIn(list: unknown): readonly unknown[] {
  return Array.isArray(list) ? list.map((each) => membersOf(each).reason) : [];
}

function messageOf(message: unknown, status: number): string {
  if (typeof message !== 'string' || message === '') return `Google responded with the HTTP status ${status}.`;
  const [line = ''] = message.split('\n');
  return /[.!?]$/.test(line) ? line : `${line}.`;
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}
