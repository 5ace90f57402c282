import { ledgerOf, recordObject } from '../bootstrap/ledger.ts';
import { type AppliedWork, runDrops, runWork, undo } from '../bootstrap/run-work.ts';
import type { Row } from '../ports/store/tables.ts';
import type { ValidationReport } from '../validation/validate.ts';
import type { EditChange } from './edit-change.ts';
import { editEvents } from './edit-events.ts';
import type { Engine } from './engine.ts';
import type { IntegrationRecord } from './integration-record.ts';
import type { Preparation } from './preparation.ts';
import { type Conclusion, failureText, tryServiceAccount } from './run-operation.ts';
import { secretNameOf, splitConfig } from './stored-config.ts';
import { createWorkEnvironment } from './work-environment.ts';

/** An edit that was stored and runs. */
export interface EditRun {
  readonly record: IntegrationRecord;
  readonly operation: Row<'operations'>;
  readonly preparation: Preparation;
  readonly report: ValidationReport;
  readonly change: EditChange;
  readonly failureEvent: 'recreate-failed' | 'edit-failed';
}

/** Makes and alters, stores the new config, removes. Before the config is stored a failure is put back. */
export async function applyEdit(engine: Engine, run: EditRun, signal: AbortSignal): Promise<Conclusion> {
  const { record, operation, preparation, report, change, failureEvent } = run;
  const known = [...change.listed.map((each) => each.facts), ...(await ledgerOf(engine.store, record.id))];
  const environment = createWorkEnvironment(engine, {
    integrationId: record.id,
    operationId: operation.id,
    preparation,
    facts: report.facts,
    objects: known,
    signal,
  });
  const failed = (
    what: string,
    failure: { class: string; message: string },
    leftovers: readonly string[],
  ): Conclusion => {
    const message = failureText(what, failure.message, leftovers);
    return {
      event: failureEvent,
      status: 'failed',
      patch: { statusReason: message },
      error: { class: failure.class, message },
      also: (transaction) => engine.secrets.discardPending(transaction, `integration:${record.id}`),
    };
  };
  const undone = await runDrops(change.undoing, environment);
  if (undone.failure)
    return failed(
      `Undoing the failed creation stopped at ${undone.failure.work.object.kind} ${undone.failure.work.object.name}.`,
      undone.failure.failure,
      undone.leftovers,
    );
  const applied: AppliedWork[] = [];
  const result = await runWork(change.before, environment, applied);
  if (result.failure) {
    const { object, action } = result.failure.work;
    return failed(
      `The edit was put back: to ${action} ${object.kind} ${object.name} failed.`,
      result.failure.failure,
      result.leftovers,
    );
  }
  const proof = await tryServiceAccount(preparation, environment);
  if (proof)
    return failed(
      'The edit was put back: the service account could not sign in.',
      proof,
      await undo(applied, environment),
    );
  const leftovers = await storeAndDrop(engine, run, environment);
  return {
    event: 'edit-succeeded',
    status: 'succeeded',
    patch: {
      everEnabled: true,
      ...(leftovers.length > 0 ? { statusReason: `Left on the platform: ${leftovers.join('; ')}.` } : {}),
    },
    also: async () => editEvents(engine, record, preparation),
  };
}

/** The point of no return: the new config is stored, then what is no longer wanted goes. */
async function storeAndDrop(
  engine: Engine,
  { record, preparation, report, change }: EditRun,
  environment: ReturnType<typeof createWorkEnvironment>,
): Promise<readonly string[]> {
  const { definition, mode, config } = preparation;
  const { stored, secrets } = splitConfig(definition, config, mode);
  const owner = `integration:${record.id}`;
  await engine.store.transaction(async (transaction) => {
    await transaction.update(
      'integrations',
      { id: record.id },
      { config: stored, facts: report.facts, autoBootstrap: mode === 'automatic', pluginVersion: definition.version },
    );
    for (const [path, secret] of Object.entries(secrets))
      await engine.secrets.put(transaction, owner, secretNameOf(path), secret);
    await engine.secrets.promote(transaction, owner);
    const executed = new Set(change.before.map((each) => each.object.key));
    for (const [index, { facts }] of change.listed.entries()) {
      if (facts.sharing !== 'required' && !executed.has(facts.key))
        await recordObject(
          transaction,
          engine.clock,
          environment.owner,
          facts,
          mode === 'manual' ? 'person' : 'made',
          index + 1,
        );
    }
  });
  return (await runDrops(change.after, environment)).leftovers;
}
