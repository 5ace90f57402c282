import type { ObjectFacts } from '../bootstrap/work.ts';
import type { ValidationResults, ValidationTestResult } from '../validation/validation-results.ts';
import type { Engine } from './engine.ts';
import type { IntegrationRecord } from './integration-record.ts';
import type { Preparation } from './preparation.ts';
import { runValidation } from './run-validation.ts';

/**
 * Validates a DELETE. In manual mode the person has run the delete script, so the account is gone: refused credentials are
 * what is expected there, and what is still visible is a warning.
 */
export async function validateRemoval(
  engine: Engine,
  preparation: Preparation,
  record: IntegrationRecord,
  made: readonly ObjectFacts[],
  signal: AbortSignal | undefined,
): Promise<ValidationResults> {
  const report = await runValidation(engine, preparation, {
    operation: 'delete',
    facts: record.facts,
    ledger: made,
    integrationId: record.id,
    signal,
  });
  if (
    preparation.mode !== 'manual' ||
    preparation.definition.ownCredential ||
    made.some((object) => object.by === 'service')
  )
    return report.results;
  const still = made
    .filter((object) => report.observations.get(object.key)?.state === 'ours')
    .map((object) => `${object.kind} ${object.name}`);
  const tests = report.results.validationTests.map((test) => expectedFailure(test, still));
  const status = tests.some((test) => test.status === 'failed')
    ? 'failed'
    : tests.some((test) => test.status === 'warning')
      ? 'warning'
      : 'passed';
  return { status, validationTests: tests };
}

/** The failures that a removed account or database cause. */
const GONE: readonly (string | undefined)[] = ['credentials', 'not-found'];

function expectedFailure(test: ValidationTestResult, still: readonly string[]): ValidationTestResult {
  if (test.status === 'failed' && GONE.includes(test.failureClass)) {
    const reason = 'The account is gone, as expected after the delete script.';
    const { failureClass: _expected, remediation: _none, ...rest } = test;
    return { ...rest, status: 'skipped', message: reason, skipReason: reason };
  }
  if (test.phase !== 'gate' || test.status !== 'passed' || still.length === 0) return test;
  return {
    ...test,
    status: 'warning',
    message: `Still on the platform: ${still.join(', ')}. Run the delete script to remove them.`,
  };
}
