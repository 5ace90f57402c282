import { livingOwners } from '../../changes/ledger/object-owners.ts';
import type { ObjectFacts } from '../../changes/plan/change-set.ts';
import type { Engine } from '../context/engine.ts';
import type { Preparation } from '../context/operation-context.ts';
import { executableDrops, isExecutable } from '../operations/executable-changes.ts';
import type { IntegrationRecord } from '../state/integration-record.ts';
import { runValidation } from '../validation/run-validation.ts';
import type { ValidationReport } from '../validation/validate.ts';
import type { ValidationResults, ValidationTestResult } from '../views/validation-results.ts';

/**
 * Validates a DELETE. In manual mode the person has run the delete script, so the account is gone: refused credentials are
 * what is expected there. What can still be seen says that the script was not run.
 *
 * Source: decisions, rulings: "Manual PUT and DELETE [...] validate that the script was run (objects present, or gone), else 422".
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
  const { definition, mode } = preparation;
  const needsAccount = definition.ownCredential || executableDrops(made, preparation, record.facts).length > 0;
  if (mode !== 'manual' || needsAccount) return report.results;
  const still = await stillThere(engine, preparation, record, made, report);
  const tests = report.results.validationTests.map((test) => expectedFailure(test, still));
  const optional = new Set(definition.tests.filter((test) => !test.mandatory).map((test) => test.id));
  const failed = tests.filter((test) => test.status === 'failed');
  if (failed.some((test) => !optional.has(test.id ?? ''))) return { status: 'failed', validationTests: tests };
  const warned = failed.length > 0 || tests.some((test) => test.status === 'warning');
  return { status: warned ? 'warning' : 'passed', validationTests: tests };
}

/** What the delete script should have removed and can still be seen. Another owner's share of it may stay. */
async function stillThere(
  { store }: Engine,
  { definition, mode, scope, identity }: Preparation,
  record: IntegrationRecord,
  made: readonly ObjectFacts[],
  { observations }: ValidationReport,
): Promise<readonly string[]> {
  const owner = { integrationId: record.id, pluginVersion: definition.version, scope, identity };
  const still: string[] = [];
  for (const object of made) {
    if (isExecutable(object, mode) || observations.get(object.key)?.state !== 'ours') continue;
    if (object.sharing === 'shared' && (await livingOwners(store, owner, object)).length > 0) continue;
    still.push(`${object.kind} ${object.name}`);
  }
  return still;
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
    status: 'failed',
    failureClass: 'in-use',
    message: `Still on the platform: ${still.join(', ')}. Run the delete script, then try again, or send forceDisable to leave them there.`,
  };
}
