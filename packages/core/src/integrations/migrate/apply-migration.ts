import type { ExecutionContext } from '../../changes/apply/execution-context.ts';
import { runDrops } from '../../changes/apply/run-change-set.ts';
import type { ObjectOrigin } from '../../changes/ledger/ledger-entry.ts';
import { entryOf, ledgerOf } from '../../changes/ledger/read-ledger.ts';
import { recordObject } from '../../changes/ledger/write-ledger.ts';
import type { StoreTransaction } from '../../ports/store/store.ts';
import { integrationSecretOwner } from '../../security/seal/secret-owners.ts';
import type { SplitConfig } from '../config/stored-config.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { applyReversibly } from '../operations/apply-reversibly.ts';
import { type ApplyDependencies, createExecutionContext } from '../operations/create-execution-context.ts';
import { failedConclusion } from '../operations/failed-conclusion.ts';
import { correctLedger } from '../operations/observe-ledger.ts';
import { requireLease } from '../operations/operation-lease.ts';
import type { OperationRun } from '../operations/operation-run.ts';
import type { Conclusion } from '../operations/run-operation.ts';
import { migrateLedger } from '../plugin-versions/migrate-ledger.ts';
import { storeSecrets } from '../secrets/store-secrets.ts';
import type { ValidationReport } from '../validation/validate.ts';
import { type MigrationChange, neededText } from './migration-change.ts';

/** A migration that was stored and runs. */
export interface MigrationRun extends OperationRun {
  readonly next: SplitConfig;
  readonly report: ValidationReport;
  readonly change: MigrationChange;
}

/**
 * Creates and alters objects, stores config and version, then removes objects. A failure before the store is reverted, including
 * the ledger.
 */
export async function applyMigration(
  dependencies: ApplyDependencies,
  run: MigrationRun,
  signal: AbortSignal,
): Promise<Conclusion> {
  const { record, operationContext, report, change } = run;
  const rewritten = await migrateLedger(dependencies.store, record.id, operationContext.definition);
  await correctLedger(dependencies.store, record.id, change);
  const context = await createExecutionContext(dependencies, run, {
    facts: report.facts,
    objects: [...change.listed.map(({ object }) => object), ...(await ledgerOf(dependencies.store, record.id))],
    signal,
  });
  const failed = await applyReversibly(dependencies, operationContext, context, {
    remnants: change.undoing,
    changes: change.before,
    objects: change.listed,
    changeFailed: ({ action, object: { kind, name } }) =>
      `The migration was reverted: it could not ${action} ${kind} ${name}.`,
    signInFailed: 'The migration was reverted: the service account could not sign in.',
  });
  if (failed)
    return failedConclusion(dependencies, { integrationId: record.id, event: 'upgrade-failed', rewritten, ...failed });
  const leftovers = await storeAndDrop(dependencies, run, context);
  const remarks = [
    ...(leftovers.length > 0 ? [`Left on the platform: ${leftovers.join('; ')}.`] : []),
    ...change.editNeeded.map(neededText),
  ];
  return {
    event: 'upgrade-succeeded',
    status: 'succeeded',
    leftovers,
    patch: { everEnabled: true, ...(remarks.length > 0 ? { statusReason: remarks.join(' ') } : {}) },
  };
}

/** The point of no return: stores config and version, then drops the objects that are no longer needed. */
async function storeAndDrop(
  dependencies: ApplyDependencies,
  { record, operation, operationContext, next, report, change }: MigrationRun,
  context: ExecutionContext,
): Promise<readonly string[]> {
  const { definition, target } = operationContext;
  const sealed = await dependencies.secrets.withSealingKey(Object.keys(next.secrets).length > 0);
  await dependencies.store.transaction(async (transaction) => {
    await requireLease(transaction, operation);
    const changes = {
      config: next.stored,
      facts: report.facts,
      target: target ?? null,
      pluginVersion: definition.version,
    };
    await transaction.update('integrations', { id: record.id }, changes);
    await context.journal.storeChange(transaction, 'config');
    await storeSecrets(sealed, transaction, record.id, next.secrets);
    await sealed.promote(transaction, integrationSecretOwner(record.id));
    await recordUnchanged(dependencies, transaction, context, change);
  });
  return (await runDrops(change.after, context)).leftovers;
}

/** Objects that did not change and wait for no edit are recorded as the newer plugin describes them. */
async function recordUnchanged(
  { clock }: Pick<IntegrationDependencies, 'clock'>,
  transaction: StoreTransaction,
  { owner, positions }: Pick<ExecutionContext, 'owner' | 'positions'>,
  { before, after, editNeeded, listed }: MigrationChange,
): Promise<void> {
  const handled = new Set([...[...before, ...after], ...editNeeded].map(({ object }) => object.key));
  for (const { object } of listed) {
    if (object.sharing === 'required' || handled.has(object.key)) continue;
    const known = await entryOf(transaction, owner.integrationId, object.key);
    if (!known) continue;
    await recordObject(transaction, clock, owner, object, known.origin as ObjectOrigin, positions.get(object.key) ?? 0);
  }
}
