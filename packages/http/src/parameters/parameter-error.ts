import { type InputIssue, invalidRequest, type ServiceError } from '@portcullis/core';

/** The error for parameters without a valid value. */
export function invalidParameters(issues: readonly InputIssue[]): ServiceError {
  return invalidRequest(issues);
}
