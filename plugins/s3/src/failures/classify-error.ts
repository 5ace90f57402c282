import { type FailureClassification, lookUpFailure } from '@portcullis/plugin-api';
import { FAILURES } from './failure-rows.ts';
import { readFailure } from './read-failure.ts';

/** Classifies an error of the AWS SDK by its name. Other errors are passed to Node's own table. */
export function classifyError(error: unknown): FailureClassification | undefined {
  try {
    const failure = readFailure(error);
    return failure && lookUpFailure(FAILURES, failure);
  } catch {
    // An error may have getters that throw; its class is then unknown.
    return undefined;
  }
}
