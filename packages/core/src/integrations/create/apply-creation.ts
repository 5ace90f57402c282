import { recordObject } from '../../changes/ledger/write-ledger.ts';
import type { Change } from '../../changes/plan/change-set.ts';
import type { ListedObject } from '../../changes/plan/derive-changes.ts';
import type { StoreTransaction } from '../../ports/store/store.ts';
import { integrationSecretOwner } from '../../security/seal/secret-owners.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { applyReversibly } from '../operations/apply-reversibly.ts';
import { type ApplyDependencies, createExecutionContext } from '../operations/create-execution-context.ts';
import { failedConclusion } from '../operations/failed-conclusion.ts';
import type { CreationRun } from '../operations/operation-run.ts';
import type { Conclusion } from '../operations/run-operation.ts';

/** Creates the objects, proves the service account, and concludes the operation. */
export async function applyCreation(
  dependencies: ApplyDependencies,
  run: CreationRun,
  signal: AbortSignal,
): Promise<Conclusion> {
  const { record, operationContext, report, listed, changes } = run;
  const owner = integrationSecretOwner(record.id);
  const objects = listed.map((each) => each.object);
  const context = await createExecutionContext(dependencies, run, {
    facts: report.facts,
    objects,
    signal,
  });
  const failed = await applyReversibly(dependencies, operationContext, context, {
    changes,
    objects: listed,
    changeFailed: ({ object: { kind, name } }) => `Creating ${kind} ${name} failed.`,
    signInFailed: 'The new service account could not sign in.',
  });
  if (failed) return failedConclusion(dependencies, { integrationId: record.id, event: 'create-failed', ...failed });
  return {
    event: 'create-succeeded',
    status: 'succeeded',
    patch: { everEnabled: true },
    inTransaction: async (transaction) => {
      await dependencies.secrets.promote(transaction, owner);
      await recordOthers(dependencies, transaction, context.owner, listed, changes);
    },
  };
}

/** Records the objects of the create script, which also belong to the integration, with their origin. */
async function recordOthers(
  dependencies: Pick<IntegrationDependencies, 'clock'>,
  transaction: StoreTransaction,
  owner: Parameters<typeof recordObject>[2],
  listed: readonly ListedObject[],
  changes: readonly Change[],
): Promise<void> {
  const done = new Set(changes.map((change) => change.object.key));
  for (const [index, { object }] of listed.entries()) {
    if (object.sharing === 'required' || done.has(object.key)) continue;
    await recordObject(transaction, dependencies.clock, owner, object, 'manual', index + 1);
  }
}
