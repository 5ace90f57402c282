import { withRetry as retry } from '@portcullis/plugin-network';
import { classifyError } from '../failures/classify-error.ts';

/** Retries operations without effects after network failures and transient failures. */
export function withRetry<Value>(work: () => Promise<Value>, signal: AbortSignal): Promise<Value> {
  return retry(work, { classify: classifyError, signal });
}
