import { ServiceError } from '../../kernel/errors/service-error.ts';
import type { ValidationResults } from '../views/validation-results.ts';

/**
 * Refuses an operation whose validation failed.
 *
 * @throws ServiceError `VALIDATION_FAILED` with the results; the message names the failed tests.
 */
export function refuseFailed(type: string, results: ValidationResults): void {
  if (results.status !== 'failed') return;
  const failures = results.validationTests.filter((test) => test.status === 'failed');
  const shown = failures.slice(0, 3).map((test) => `"${test.name}": ${test.message ?? 'failed'}`);
  const more = failures.length > shown.length ? ` (and ${failures.length - shown.length} more)` : '';
  throw new ServiceError(
    'VALIDATION_FAILED',
    `The validation of the ${type} integration failed. ${shown.join(' ')}${more}`,
    { validationResults: results },
  );
}
