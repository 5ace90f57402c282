import type { ExecutionContext } from '../../changes/apply/execution-context.ts';
import { runDrops } from '../../changes/apply/run-change-set.ts';
import type { LedgerOwner, ObjectOrigin } from '../../changes/ledger/ledger-entry.ts';
import { entryOf, ledgerOf } from '../../changes/ledger/read-ledger.ts';
import { recordObject, removeEntry } from '../../changes/ledger/write-ledger.ts';
import type { StoreTransaction } from '../../ports/store/store.ts';
import { integrationSecretOwner } from '../../security/seal/secret-owners.ts';
import { splitConfig } from '../config/stored-config.ts';
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
import { notifyRecovered } from '../validation/validate-integration.ts';
import type { EditChange } from './edit-change.ts';
import { editEvents } from './edit-events.ts';

/** An edit that was stored and runs. */
export interface EditRun extends OperationRun {
  readonly report: ValidationReport;
  readonly change: EditChange;
  /** True if the recurring check had failed before. */
  readonly wasUnhealthy: boolean;
  /** True when foreign contents can be dropped with their container. */
  readonly dropContents: boolean;
}

/** Dependencies of an edit. */
type EditDependencies = ApplyDependencies & Pick<IntegrationDependencies, 'notifications'>;

/** Creates and alters objects, stores the new config, then removes objects. A failure before the store is reverted. */
export async function applyEdit(
  dependencies: EditDependencies,
  run: EditRun,
  signal: AbortSignal,
): Promise<Conclusion> {
  const { record, operationContext, report, change, dropContents } = run;
  const rewritten = await migrateLedger(dependencies.store, record.id, operationContext.definition);
  await correctLedger(dependencies.store, record.id, change);
  const context = await createExecutionContext(dependencies, run, {
    facts: report.facts,
    objects: [...change.listed.map(({ object }) => object), ...(await ledgerOf(dependencies.store, record.id))],
    dropContents,
    signal,
  });
  const failed = await applyReversibly(dependencies, operationContext, context, {
    remnants: change.undoing,
    changes: change.before,
    objects: [...change.listed, ...change.previous],
    changeFailed: ({ action, object: { kind, name } }) =>
      `The edit was reverted: it could not ${action} ${kind} ${name}.`,
    signInFailed: 'The edit was reverted: the service account could not sign in.',
  });
  if (failed) {
    const event = record.everEnabled ? 'edit-failed' : 'recreate-failed';
    return failedConclusion(dependencies, { integrationId: record.id, event, rewritten, ...failed });
  }
  const leftovers = await storeAndDrop(dependencies, run, context);
  return {
    event: 'edit-succeeded',
    status: 'succeeded',
    leftovers,
    patch: {
      everEnabled: true,
      ...(leftovers.length > 0 ? { statusReason: `Left on the platform: ${leftovers.join('; ')}.` } : {}),
    },
  };
}

/**
 * The point of no return: stores the new config, with everything that follows from it, then drops the objects that are no longer
 * needed. If the process dies in between, the edit has succeeded.
 */
async function storeAndDrop(
  dependencies: EditDependencies,
  { record, operation, operationContext, report, change, wasUnhealthy }: EditRun,
  context: ExecutionContext,
): Promise<readonly string[]> {
  const { definition, mode, config } = operationContext;
  const { stored, secrets } = splitConfig(definition, config, mode);
  const owner = integrationSecretOwner(record.id);
  const sealed = await dependencies.secrets.withSealingKey(Object.keys(secrets).length > 0);
  await dependencies.store.transaction(async (transaction) => {
    await requireLease(transaction, operation);
    await transaction.update(
      'integrations',
      { id: record.id },
      {
        config: stored,
        facts: report.facts,
        autoBootstrap: mode === 'automatic',
        pluginVersion: definition.version,
        everEnabled: true,
      },
    );
    await context.journal.storeChange(transaction, 'config');
    await storeSecrets(sealed, transaction, record.id, secrets);
    await sealed.promote(transaction, owner);
    await recordUnexecuted(dependencies, transaction, context.owner, change);
    if (wasUnhealthy) await notifyRecovered(dependencies, transaction, record);
    transaction.afterCommit(() => editEvents(dependencies, record, operationContext));
  });
  return (await runDrops(change.after, context)).leftovers;
}

/** Updates the ledger for objects that a script changed, and for unchanged objects. */
async function recordUnexecuted(
  { clock }: Pick<IntegrationDependencies, 'clock'>,
  transaction: StoreTransaction,
  owner: LedgerOwner,
  { before, after, listed }: EditChange,
): Promise<void> {
  const executed = new Set([...before, ...after].map((each) => each.object.key));
  for (const [index, { object }] of listed.entries()) {
    if (object.sharing === 'required' || executed.has(object.key)) continue;
    const known = await entryOf(transaction, owner.integrationId, object.key);
    const origin = (known?.origin as ObjectOrigin | undefined) ?? 'manual';
    await recordObject(transaction, clock, owner, object, origin, index + 1);
  }
  const wanted = new Set(listed.map(({ object }) => object.key));
  for (const { key } of await ledgerOf(transaction, owner.integrationId)) {
    if (!wanted.has(key) && !executed.has(key)) await removeEntry(transaction, owner.integrationId, key);
  }
}
