import { type FailureClassification, lookUpFailure, readMember } from '@portcullis/plugin-api';
import { FAILURE_ROWS } from './failure-rows.ts';

const NOT_ADMITTED = 'The access rules of the server admit no connection of this account from this service.';

/**
 * Classifies an error of the driver. Unknown errors are passed to a table of Node's own errors (refused connections,
 * time-outs, certificates), so only errors of the platform are here. Must not throw for any value.
 */
export function classifyError(error: unknown): FailureClassification | undefined {
  const code = readMember(error, 'code');
  const text = readMember(error, 'message');
  const message = typeof text === 'string' ? text : '';
  // Errors of the server have both; errors of Node have only a code.
  if (typeof code === 'string' && typeof readMember(error, 'severity') === 'string') {
    // The server refuses the host, not the password: a refused password would mean that the account is gone.
    if (message.includes('pg_hba.conf')) return { class: 'unsupported', code, message: NOT_ADMITTED };
    return lookUpFailure(FAILURE_ROWS, { codes: [code], message });
  }
  if (message.startsWith('timeout expired'))
    return { class: 'timeout', message: 'The server did not respond in time.' };
  if (message.startsWith('Connection terminated'))
    return { class: 'network', message: 'The connection was closed unexpectedly.' };
  return undefined;
}
