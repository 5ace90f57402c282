import { type InputIssue, ServiceError } from '@portcullis/core';

/** The error for parameters without a valid value. */
export function invalidParameters(issues: readonly InputIssue[]): ServiceError {
  const text = issues.map(({ path, message }) => `${path}: ${message}`).join(' ');
  return new ServiceError('PARAMETER_INVALID', `The request is not valid. ${text}`, { details: issues });
}
