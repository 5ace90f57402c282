import { type FailureClassification, lookUpFailure, readMember } from '@portcullis/plugin-api';
import { FAILURE_ROWS } from './failure-rows.ts';

/**
 * Classifies an error of the driver. Unknown errors are passed to a table of Node's own errors (refused connections,
 * time-outs, certificates), so only errors of the platform are here. Must not throw for any value.
 */
export function classifyError(error: unknown): FailureClassification | undefined {
  const code = readMember(error, 'code');
  if (typeof code !== 'string') return undefined;
  const vendorMessage = readMember(error, 'sqlMessage');
  const message = typeof vendorMessage === 'string' ? vendorMessage : 'The server refused a statement.';
  const statement = code === 'ER_CANNOT_USER' ? /^Operation (\w+ USER) failed/.exec(message)?.[1] : undefined;
  const found = lookUpFailure(FAILURE_ROWS, { codes: [statement, code], message });
  return found && { ...found, code };
}
