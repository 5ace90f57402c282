import { type FailureClassification, lookUpFailure, readMember } from '@portcullis/plugin-api';
import { FAILURE_ROWS, NO_ACL_FILE } from './failure-rows.ts';

/**
 * Classifies an error of the client. Unknown errors are passed to a table of Node's own errors (refused connections,
 * time-outs, certificates), so only errors of the platform are here. Must not throw for any value.
 */
export function classifyError(error: unknown): FailureClassification | undefined {
  const said = readMember(error, 'message');
  const message = typeof said === 'string' ? said : '';
  // Errors of the server begin with a word in upper case; errors of Node have a code.
  const word = readMember(error, 'code') === undefined ? /^[A-Z]+(?= )/.exec(message)?.[0] : undefined;
  const file = word === 'ERR' && message.includes('not configured to use an ACL file') ? NO_ACL_FILE : undefined;
  const name = readMember(readMember(error, 'constructor'), 'name');
  return lookUpFailure(FAILURE_ROWS, { codes: [file, word, typeof name === 'string' ? name : undefined], message });
}
