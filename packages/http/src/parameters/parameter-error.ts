import { type InputIssue, invalidRequest, type ServiceError } from '@portcullis/core';

/** Returns the error `PARAMETER_INVALID` for parameters with an invalid value. */
export function invalidParameters(issues: readonly InputIssue[]): ServiceError {
  return invalidRequest(issues);
}
