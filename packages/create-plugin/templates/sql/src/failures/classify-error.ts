import { type FailureClassification, lookUpFailure, readMember } from '@portcullis/plugin-api';
import { FAILURE_ROWS } from './failure-rows.ts';

/**
 * Classifies an error of the driver. What this does not know goes on to a table of Node's own errors (refused connections,
 * time-outs, certificates), so only what is special to the platform stands here. Must not throw, whatever it gets.
 */
export function classifyError(error: unknown): FailureClassification | undefined {
  const code = readMember(error, 'code');
  const said = readMember(error, 'message');
  const message = typeof said === 'string' ? said : '';
  // Errors of the server have both; Node's have a code alone.
  if (typeof code === 'string' && typeof readMember(error, 'severity') === 'string') {
    return lookUpFailure(FAILURE_ROWS, { codes: [code], message });
  }
  if (message.startsWith('timeout expired')) return { class: 'timeout', message: 'The server did not answer in time.' };
  if (message.startsWith('Connection terminated')) return { class: 'network', message: 'The connection was cut.' };
  return undefined;
}
