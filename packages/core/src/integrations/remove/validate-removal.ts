import { activeOwners } from '../../changes/ledger/object-owners.ts';
import type { ObjectFacts } from '../../changes/plan/change-set.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { ledgerOwnerOf } from '../context/ledger-owner.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { declaredObjects, executableDrops } from '../operations/executable-changes.ts';
import type { IntegrationRecord } from '../state/integration-record.ts';
import type { ManualRemoval } from '../validation/manual-removal.ts';
import { MANUAL_REMOVAL_TEST, REMOVED_CLASSES } from '../validation/manual-removal-test.ts';
import { isScripted } from '../validation/manual-setup-test.ts';
import { withRemovalCredentialAdvice } from '../validation/removal-credential-advice.ts';
import { runValidation, type ValidationDependencies } from '../validation/run-validation.ts';
import type { ValidationResults, ValidationTestResult } from '../views/validation-results.ts';

/**
 * Validates a DELETE. In manual mode, the delete script has removed the objects and the account, so the account is refused, as
 * expected. Source: docs/concepts/lifecycle.md, "Removing a manual set-up".
 */
export async function validateRemoval(
  dependencies: ValidationDependencies,
  operationContext: OperationContext,
  record: IntegrationRecord,
  existing: readonly ObjectFacts[],
  signal: AbortSignal | undefined,
): Promise<ValidationResults> {
  const { results } = await runValidation(dependencies, operationContext, {
    operation: 'delete',
    facts: record.facts,
    ledger: existing,
    removal: await removalOf(dependencies, operationContext, record, existing),
    integrationId: record.id,
    signal,
  });
  const { definition, mode } = operationContext;
  const needsAccount = definition.ownCredential || executableDrops(existing, operationContext, record.facts).length > 0;
  const isScriptRun = results.validationTests.some(
    ({ id, status }) => id === MANUAL_REMOVAL_TEST && (status === 'passed' || status === 'warning'),
  );
  if (mode !== 'manual' || needsAccount || !isScriptRun) return withRemovalCredentialAdvice(results, operationContext);
  const tests = results.validationTests.map(expectedFailure);
  const optional = new Set(definition.tests.filter((test) => !test.mandatory).map((test) => test.id));
  const failed = tests.filter((test) => test.status === 'failed');
  if (failed.some((test) => !optional.has(test.id ?? ''))) return { status: 'failed', validationTests: tests };
  const warned = failed.length > 0 || tests.some((test) => test.status === 'warning');
  return { status: warned ? 'warning' : 'passed', validationTests: tests };
}

/**
 * Returns the objects that a delete script removes: those in the ledger, and those of the installed plugin that are not in the
 * ledger. Shared objects of another owner may stay.
 */
async function removalOf(
  { store }: Pick<IntegrationDependencies, 'store'>,
  operationContext: Pick<OperationContext, 'definition' | 'mode' | 'scope' | 'identity' | 'listObjects'>,
  record: IntegrationRecord,
  existing: readonly ObjectFacts[],
): Promise<ManualRemoval | undefined> {
  if (operationContext.mode !== 'manual') return undefined;
  const owner = ledgerOwnerOf(operationContext, record.id);
  const listed = declaredObjects(operationContext.listObjects, record.facts).map(({ object }) => object);
  const unknown = listed.filter(({ key }) => !existing.some((object) => object.key === key));
  const objects: ObjectFacts[] = [];
  for (const object of [...existing, ...unknown].filter(isScripted)) {
    if (object.sharing === 'shared' && (await activeOwners(store, owner, object)).length > 0) continue;
    objects.push(object);
  }
  return { objects, isScriptIssued: record.deleteScriptAt !== null };
}

/** Returns the result as expected if the removed account or database caused the failure. */
function expectedFailure(test: ValidationTestResult): ValidationTestResult {
  if (test.status !== 'failed' || !test.failureClass || !REMOVED_CLASSES.includes(test.failureClass)) return test;
  const reason = 'The account is gone, as expected after the delete script.';
  const { failureClass: _expected, cause: _cause, remediation: _none, ...rest } = test;
  return { ...rest, status: 'skipped', message: reason, skipReason: reason };
}
