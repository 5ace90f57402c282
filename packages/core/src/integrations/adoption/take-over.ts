import { livingOwners, otherOwners } from '../../bootstrap/ledger/object-owners.ts';
import { recordObject } from '../../bootstrap/ledger/write-ledger.ts';
import { runWork } from '../../bootstrap/run-work.ts';
import type { StoreTransaction } from '../../ports/store/store.ts';
import type { Engine } from '../engine.ts';
import { failedConclusion, type SetUpFailure } from '../failed-conclusion.ts';
import { type Conclusion, tryServiceAccount } from '../run-operation.ts';
import type { SetUp } from '../set-up.ts';
import { createWorkEnvironment } from '../work-environment.ts';

/** Gives secrets that were lost anew, proves the service account, and writes the objects down as adopted. */
export async function takeOver(
  engine: Engine,
  { record, operation, preparation, report, listed, work }: SetUp,
  signal: AbortSignal,
): Promise<Conclusion> {
  const environment = createWorkEnvironment(engine, {
    integrationId: record.id,
    operationId: operation.id,
    preparation,
    facts: report.facts,
    objects: listed.map(({ facts }) => facts),
    signal,
  });
  const failed = (what: string, failure: SetUpFailure['failure']): Conclusion => {
    const end = failedConclusion(engine, {
      integrationId: record.id,
      event: 'create-failed',
      what,
      failure,
      leftovers: [],
    });
    // What was not taken over must not be removed with this record.
    const also = async (transaction: StoreTransaction): Promise<void> => {
      await end.also?.(transaction);
      await transaction.remove('managedObjects', { integrationId: record.id });
    };
    return { ...end, also };
  };
  const { failure } = await runWork(work, environment);
  if (failure) {
    const { kind, name } = failure.work.object;
    return failed(`Nothing was adopted: a new secret for ${kind} ${name} could not be set.`, failure.failure);
  }
  const proof = await tryServiceAccount(preparation, environment);
  if (proof) return failed('Nothing was adopted: the service account could not sign in.', proof);
  return {
    event: 'create-succeeded',
    status: 'succeeded',
    patch: { everEnabled: true },
    also: async (transaction) => {
      await engine.secrets.promote(transaction, `integration:${record.id}`);
      const { owner } = environment;
      for (const [index, { facts }] of listed.entries()) {
        if (facts.sharing === 'required') continue;
        await recordObject(transaction, engine.clock, owner, facts, 'adopted', index + 1);
        await forgetDisabledOwners(transaction, owner, facts);
      }
    },
  };
}

/** Who was force-disabled has given its objects up: now they have another owner. */
async function forgetDisabledOwners(
  transaction: StoreTransaction,
  owner: Parameters<typeof otherOwners>[1],
  object: Parameters<typeof otherOwners>[2],
): Promise<void> {
  const living = await livingOwners(transaction, owner, object);
  const gone = (await otherOwners(transaction, owner, object)).filter((id) => !living.includes(id));
  for (const integrationId of gone) await transaction.remove('managedObjects', { integrationId, key: object.key });
}
