import { withRetry as repeatedBy } from '@portcullis/plugin-network';
import { classifyError } from '../failures/classify-error.ts';

/** Repeats what changes nothing where the failure was of the network or of the moment. */
export function withRetry<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  return repeatedBy(work, { classify: classifyError, signal });
}
