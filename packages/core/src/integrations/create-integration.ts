import type { ListedObject } from '../bootstrap/derive-work.ts';
import { createWork } from '../bootstrap/derive-work.ts';
import { recordObject } from '../bootstrap/ledger.ts';
import type { Plan } from '../bootstrap/plan.ts';
import { planOf } from '../bootstrap/plan-of.ts';
import { type AppliedWork, runWork, undo } from '../bootstrap/run-work.ts';
import type { Work } from '../bootstrap/work.ts';
import { ServiceError } from '../errors/service-error.ts';
import type { StoreTransaction } from '../ports/store/store.ts';
import { StoreConflictError } from '../ports/store/store-conflict-error.ts';
import type { Row } from '../ports/store/tables.ts';
import { generateSecret } from '../security/generate-secret.ts';
import type { RequestContext } from '../security/principal.ts';
import type { ValidationReport } from '../validation/validate.ts';
import { createClientConfigured } from './create-client-configured.ts';
import type { Engine } from './engine.ts';
import { parseConfig, readEnvelope } from './integration-input.ts';
import { announceMove, type IntegrationRecord } from './integration-record.ts';
import type { DryRunAnswer, OperationAnswer } from './integration-views.ts';
import type { ChangeOptions } from './integrations-service.ts';
import { beginOperation } from './operations.ts';
import { type Preparation, prepare } from './preparation.ts';
import { type Conclusion, failureText, runOperation, tryServiceAccount } from './run-operation.ts';
import { refuseFailed, runValidation } from './run-validation.ts';
import { fillMarkers, secretNameOf, splitConfig } from './stored-config.ts';
import { claimsOf, observedClaim, refuseTaken } from './target-claims.ts';
import { createWorkEnvironment } from './work-environment.ts';

/**
 * POST /integrations: checks, validates, stores `creating` with everything that follows, answers, and sets up in the
 * background.
 */
export async function createIntegration(
  engine: Engine,
  context: RequestContext,
  body: unknown,
  options: ChangeOptions,
): Promise<OperationAnswer | DryRunAnswer> {
  const { definition, mode, config: sent } = readEnvelope(engine.registry, body);
  if (definition.bootstrap === 'none') return createClientConfigured(engine, context, definition, options);
  const config = parseConfig(definition, fillMarkers(sent, {}));
  const generated = mode === 'automatic' ? generateSecrets(engine, definition.generatedSecrets) : {};
  const preparation = await prepare(engine, { definition, mode, config, facts: {}, generated });
  const claims = claimsOf(definition.type, preparation.target);
  await refuseTaken(engine.store, definition, claims);
  try {
    const report = await runValidation(engine, preparation, {
      operation: 'create',
      facts: {},
      ledgerKeys: new Set(),
      signal: context.signal,
    });
    const listed = preparation.list(report.facts);
    const work = executableWork(preparation, listed);
    const plan = planOf('create', work, { done: alreadyThere(report) });
    if (options.dryRun) {
      await preparation.sessions.close();
      return { validationResults: report.results, plan };
    }
    refuseFailed(definition.type, report.results);
    refuseOtherPlan(options.ifPlan, plan);
    const allClaims = report.identity ? [...claims, observedClaim(definition.type, report.identity)] : claims;
    const stored = await storeCreating(engine, context, preparation, { report, plan, claims: allClaims });
    engine.background.start(stored.record.id, 'create', (signal) =>
      runOperation(
        engine,
        {
          ...stored,
          preparation,
          failureEvent: 'create-failed',
          work: (inner) => setUp(engine, { ...stored, preparation, report, listed, work }, inner),
        },
        signal,
      ),
    );
    return { id: String(stored.record.id), status: 'creating', validationResults: report.results };
  } catch (error) {
    await preparation.sessions.close();
    throw error;
  }
}

/** The work that the library itself does: everything in automatic mode, the service account's part in manual mode. */
export function executableWork({ definition, mode }: Preparation, listed: readonly ListedObject[]): readonly Work[] {
  return listed
    .filter(
      ({ facts }) =>
        facts.sharing !== 'required' && (facts.by === 'service' || (facts.by === 'setup' && mode === 'automatic')),
    )
    .map((each) => createWork(definition, each));
}

/** @throws ServiceError `PLAN_CHANGED` */
export function refuseOtherPlan(ifPlan: string | undefined, plan: Plan): void {
  if (ifPlan === undefined || ifPlan === plan.hash) return;
  throw new ServiceError('PLAN_CHANGED', `The plan has changed since the dry run: its hash is ${plan.hash} now.`, {
    details: { sent: ifPlan, current: plan.hash },
  });
}

/** New secrets for the service account, by slot. */
export function generateSecrets(
  engine: Engine,
  policies: Readonly<Record<string, object>> | undefined,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(policies ?? {}).map(([slot, policy]) => [slot, generateSecret(policy, engine.random)]),
  );
}

function alreadyThere({ observations }: ValidationReport): ReadonlySet<string> {
  return new Set([...observations.values()].filter((each) => each.state === 'ours').map((each) => each.key));
}

interface Stored {
  readonly record: IntegrationRecord;
  readonly operation: Row<'operations'>;
}

async function storeCreating(
  engine: Engine,
  { principal }: RequestContext,
  preparation: Preparation,
  {
    report,
    plan,
    claims,
  }: { readonly report: ValidationReport; readonly plan: Plan; readonly claims: readonly string[] },
): Promise<Stored> {
  try {
    return await engine.store.transaction(async (transaction) => {
      const record = await insertRecord(engine, transaction, preparation, report, principal.id);
      for (const claim of claims) await transaction.insert('targetClaims', { claim, integrationId: record.id });
      const operation = await beginOperation(
        transaction,
        engine.clock,
        { owner: engine.nodeId, milliseconds: engine.options.leaseMs },
        {
          integrationId: record.id,
          kind: 'create',
          scope: preparation.scope,
          requestedBy: principal.id,
          plan,
          validationResults: report.results,
        },
      );
      await announceMove(engine, transaction, record, { from: null, event: 'create', actor: principal.id });
      return { record, operation };
    });
  } catch (error) {
    if (StoreConflictError.isInstance(error)) await refuseTaken(engine.store, preparation.definition, claims);
    throw error;
  }
}

async function insertRecord(
  engine: Engine,
  transaction: StoreTransaction,
  preparation: Preparation,
  report: ValidationReport,
  createdBy: number,
): Promise<IntegrationRecord> {
  const { definition, mode, config, target } = preparation;
  const { stored, secrets } = splitConfig(definition, config, mode);
  const now = engine.clock.now();
  const record = await transaction.insert('integrations', {
    type: definition.type,
    status: 'creating',
    statusSince: now,
    version: 1,
    autoBootstrap: mode === 'automatic',
    config: stored,
    target: target ?? null,
    facts: report.facts,
    validationResults: report.results,
    everEnabled: false,
    pluginVersion: definition.version,
    createdBy,
    createdAt: now,
    updatedAt: now,
  });
  const owner = `integration:${record.id}`;
  for (const [path, secret] of Object.entries(secrets))
    await engine.secrets.put(transaction, owner, secretNameOf(path), secret);
  if (mode === 'automatic') {
    for (const [slot, secret] of Object.entries(preparation.secrets))
      await engine.secrets.put(transaction, owner, slot, secret, 'pending');
  }
  return record;
}

interface SetUp extends Stored {
  readonly preparation: Preparation;
  readonly report: ValidationReport;
  readonly listed: readonly ListedObject[];
  readonly work: readonly Work[];
}

/** Makes everything, proves the service account, and concludes. */
async function setUp(
  engine: Engine,
  { record, operation, preparation, report, listed, work }: SetUp,
  signal: AbortSignal,
): Promise<Conclusion> {
  const owner = `integration:${record.id}`;
  const objects = listed.map((each) => each.facts);
  const environment = createWorkEnvironment(engine, {
    integrationId: record.id,
    operationId: operation.id,
    preparation,
    facts: report.facts,
    objects,
    signal,
  });
  const applied: AppliedWork[] = [];
  const result = await runWork(work, environment, applied);
  const failed = (
    what: string,
    failure: { class: string; message: string },
    leftovers: readonly string[],
  ): Conclusion => ({
    event: 'create-failed',
    status: 'failed',
    patch: { statusReason: failureText(what, failure.message, leftovers) },
    error: { class: failure.class, message: failureText(what, failure.message, leftovers) },
    also: (transaction) => engine.secrets.discardPending(transaction, owner),
  });
  if (result.failure) {
    const { kind, name } = result.failure.work.object;
    return failed(`Creating ${kind} ${name} failed.`, result.failure.failure, result.leftovers);
  }
  const proof = await tryServiceAccount(preparation, environment);
  if (proof) return failed('The new service account could not sign in.', proof, await undo(applied, environment));
  return {
    event: 'create-succeeded',
    status: 'succeeded',
    patch: { everEnabled: true },
    also: async (transaction) => {
      await engine.secrets.promote(transaction, owner);
      await recordOthers(engine, transaction, environment.owner, listed, work);
    },
  };
}

/** Objects that a person made by script belong to the integration, too: they are written down with their origin. */
async function recordOthers(
  engine: Engine,
  transaction: StoreTransaction,
  owner: Parameters<typeof recordObject>[2],
  listed: readonly ListedObject[],
  work: readonly Work[],
): Promise<void> {
  const done = new Set(work.map((each) => each.object.key));
  for (const [index, { facts }] of listed.entries()) {
    if (facts.sharing === 'required' || done.has(facts.key)) continue;
    await recordObject(transaction, engine.clock, owner, facts, 'person', index + 1);
  }
}
