import { runChangeSet } from '../../changes/apply/run-change-set.ts';
import { activeOwners, otherOwners } from '../../changes/ledger/object-owners.ts';
import { recordObject } from '../../changes/ledger/write-ledger.ts';
import type { StoreTransaction } from '../../ports/store/store.ts';
import { integrationSecretOwner } from '../../security/seal/secret-owners.ts';
import { type ApplyDependencies, createExecutionContext } from '../operations/create-execution-context.ts';
import { explainFailure } from '../operations/explain-failure.ts';
import { type FailedRun, failedConclusion } from '../operations/failed-conclusion.ts';
import type { CreationRun } from '../operations/operation-run.ts';
import type { Conclusion } from '../operations/run-operation.ts';
import { rotationPrivileges } from '../rotate/rotation-privileges.ts';
import { tryServiceAccount } from '../secrets/try-sign-in.ts';

/** Replaces lost secrets, proves the service account, and records the objects as adopted. */
export async function adoptObjects(
  dependencies: ApplyDependencies,
  run: CreationRun,
  signal: AbortSignal,
): Promise<Conclusion> {
  const { record, operationContext, report, listed, changes } = run;
  const context = await createExecutionContext(dependencies, run, {
    facts: report.facts,
    objects: listed.map(({ object }) => object),
    signal,
  });
  const failed = (what: string, failure: FailedRun['failure']): Conclusion => {
    const next = `Delete integration ${record.id}, which removes nothing from the platform, and adopt again.`;
    return failedConclusion(dependencies, {
      integrationId: record.id,
      event: 'create-failed',
      what,
      failure: { ...failure, message: `${failure.message.replace(/\.?$/, '.')} ${next}` },
      leftovers: [],
    });
  };
  const { failure } = await runChangeSet(changes, context);
  if (failure) {
    const { kind, name } = failure.change.object;
    const what = `Nothing was adopted: a new secret for ${kind} ${name} could not be set.`;
    const account = listed.find(({ object }) => object.key === failure.change.object.key)?.declared;
    const needs = account?.rotate && rotationPrivileges(account, account.rotate, 'setup');
    return failed(what, explainFailure(operationContext, listed, failure, needs));
  }
  const proof = await tryServiceAccount(dependencies, operationContext, signal);
  if (proof) {
    const how = changes.length > 0 ? ' with its new secret' : '';
    return failed(`Nothing was adopted: the service account could not sign in${how}.`, proof);
  }
  return {
    event: 'create-succeeded',
    status: 'succeeded',
    patch: { everEnabled: true },
    inTransaction: async (transaction) => {
      await dependencies.secrets.promote(transaction, integrationSecretOwner(record.id));
      const { owner } = context;
      for (const [index, { object }] of listed.entries()) {
        if (object.sharing === 'required') continue;
        await recordObject(transaction, dependencies.clock, owner, object, 'adopted', index + 1);
        await removeDisabledOwners(transaction, owner, object);
      }
    },
  };
}

/** Removes an adopted object from the ledgers of force-disabled integrations, which no longer own it. */
async function removeDisabledOwners(
  transaction: StoreTransaction,
  owner: Parameters<typeof otherOwners>[1],
  object: Parameters<typeof otherOwners>[2],
): Promise<void> {
  const active = await activeOwners(transaction, owner, object);
  const gone = (await otherOwners(transaction, owner, object)).filter((id) => !active.includes(id));
  for (const integrationId of gone) await transaction.remove('managedObjects', { integrationId, key: object.key });
}
