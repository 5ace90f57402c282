import { ledgerOf, outputsOf } from '../../changes/ledger/read-ledger.ts';
import { keepOutputs } from '../../changes/ledger/write-ledger.ts';
import type { Plan } from '../../changes/plan/plan.ts';
import { planOf } from '../../changes/plan/plan-of.ts';
import { plannedObjects } from '../../changes/plan/planned-objects.ts';
import { refuseOtherPlan } from '../../changes/plan/refuse-other-plan.ts';
import type { RequestContext } from '../../security/principals/principal.ts';
import { integrationSecretOwner } from '../../security/seal/secret-owners.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { closeUnlessStarted } from '../operations/close-unless-started.ts';
import { runInBackground } from '../operations/run-operation.ts';
import { startOperation } from '../operations/start-operation.ts';
import { readEntry } from '../plugin-versions/migrate-entry.ts';
import { refuseStoredByNewer } from '../plugin-versions/plugin-versions.ts';
import { createStoredContext } from '../plugin-versions/stored-context.ts';
import { generateSecret } from '../secrets/generate-secret.ts';
import { hasNoCredentials, readCredentials } from '../secrets/read-credentials.ts';
import { resolveStagedSecret } from '../secrets/resolve-staged-secret.ts';
import {
  findRotatedCredential,
  type RotatedCredential,
  refuseUnready,
  STAGED_CREDENTIAL_OUTPUT,
} from '../secrets/rotated-credential.ts';
import { signInResults, trySignIn } from '../secrets/try-sign-in.ts';
import { refuseBusy, refuseOtherVersion } from '../state/change-guards.ts';
import { findIntegration, type IntegrationRecord } from '../state/integration-record.ts';
import { refuseFailed } from '../validation/refuse-failed.ts';
import type { ChangeOptions } from '../views/change-options.ts';
import type { DryRunResponse, OperationResponse } from '../views/integration-views.ts';
import type { ValidationResults } from '../views/validation-results.ts';
import { applyRotation } from './apply-rotation.ts';
import { rotationChanges } from './rotation-changes.ts';

/**
 * POST /integrations/{id}/rotate-secret: stages a second secret, proves it by a sign-in, stores it, and removes the first one.
 * Until the operation has ended, the status is `editing`: callers can poll it, and PUT and DELETE are refused. A failure
 * before the new secret is stored is reverted (`editError`), and a repeated request continues from there.
 */
export async function rotateSecret(
  dependencies: IntegrationDependencies,
  context: RequestContext,
  id: number,
  body: unknown,
  options: ChangeOptions = {},
): Promise<OperationResponse | DryRunResponse> {
  const record = await findIntegration(dependencies.store, id);
  await refuseBusy(dependencies.store, record);
  refuseOtherVersion(record, options.ifMatch);
  await refuseUnready(dependencies.store, record, dependencies.registry.of(record));
  await refuseStoredByNewer(dependencies.store, dependencies.registry.of(record), record);
  await resolveStagedSecret(dependencies, record, context.signal);
  const prepared = await prepareRotation(dependencies, record, body, { generate: !options.dryRun });
  const { operationContext, rotated, next, retiring } = prepared;
  return closeUnlessStarted(operationContext, options, async () => {
    const signal = context.signal ?? new AbortController().signal;
    const refusal = await trySignIn(dependencies, operationContext, rotated.stage, rotated.actor, signal);
    const results = signInResults(refusal, rotated.actor);
    const { set, clear } = rotationChanges(operationContext, rotated, { retiring });
    const changes = clear ? [set, clear] : [set];
    const plan = planOf('rotate', changes);
    if (next === undefined) {
      const existing = await ledgerOf(dependencies.store, id, readEntry(operationContext.definition));
      return { validationResults: results, plan, objects: plannedObjects({ changes, existing, desired: [] }) };
    }
    refuseFailed(record.type, results);
    refuseOtherPlan(options.ifPlan, plan);
    await startRotation(
      dependencies,
      record,
      { ...prepared, next },
      { plan, results, requestedBy: context.principal.id },
    );
    return { id: String(id), status: 'editing', validationResults: results };
  });
}

/** A rotation that has not started. */
interface PreparedRotation {
  /** Signs in with the current secret. */
  readonly operationContext: OperationContext;
  readonly rotated: RotatedCredential;
  /** The new secret; undefined for a dry run. */
  readonly next: string | undefined;
  /** Earlier secrets that the platform may still accept. */
  readonly retiring: readonly string[];
}

async function prepareRotation(
  dependencies: IntegrationDependencies,
  record: IntegrationRecord,
  body: unknown,
  { generate }: { readonly generate: boolean },
): Promise<PreparedRotation> {
  const { definition, listObjects } = await createStoredContext(dependencies, record);
  const outputs = await outputsOf(dependencies.store, record.id);
  const listed = listObjects(record.facts);
  const isOptional = listed.some(({ declared }) => declared.rotate?.by === 'service');
  const credentials = isOptional && hasNoCredentials(body) ? {} : readCredentials(definition, record, body);
  const rotated = findRotatedCredential(definition, record, listed, outputs, credentials);
  const { slot } = rotated.rotation;
  const policy = definition.generatedSecrets?.[slot] ?? {};
  const next = generate ? await generateSecret(policy, dependencies.random) : undefined;
  const retiring = await dependencies.secrets.readRetiring(integrationSecretOwner(record.id), slot);
  const alsoSecret = next === undefined ? retiring : [next, ...retiring];
  const operationContext = await createStoredContext(dependencies, record, { credentials, alsoSecret });
  return { operationContext, rotated, next, retiring };
}

/** Stores a rotation with its staged secret, and applies it in the background. */
async function startRotation(
  dependencies: IntegrationDependencies,
  record: IntegrationRecord,
  { operationContext, rotated, next, retiring }: PreparedRotation & { readonly next: string },
  {
    plan,
    results,
    requestedBy,
  }: { readonly plan: Plan; readonly results: ValidationResults; readonly requestedBy: number },
): Promise<void> {
  const { slot } = rotated.rotation;
  const sealed = await dependencies.secrets.withSealingKey();
  const proving = await createStoredContext(dependencies, record, {
    replacing: { [slot]: next },
    alsoSecret: Object.values(operationContext.secrets),
  });
  const objects = await ledgerOf(dependencies.store, record.id);
  // From here on, nothing may fail before the operation runs: it would stay in the status `editing`.
  const stored = await startOperation(dependencies, record, {
    event: 'edit',
    kind: 'rotate',
    scope: operationContext.scope,
    requestedBy,
    plan,
    validationResults: results,
    // The new secret is staged next to the current one, so that a crash loses neither.
    async inTransaction(transaction) {
      await sealed.put(transaction, integrationSecretOwner(record.id), slot, next, 'staged');
      await keepOutputs(transaction, record.id, rotated.listed.object.key, { [STAGED_CREDENTIAL_OUTPUT]: rotated.to });
    },
  });
  const secrets = { current: operationContext.secrets[slot] ?? '', next, retiring };
  const wasUnhealthy = record.status === 'recurringValidationError';
  const run = { ...stored, operationContext, proving, rotated, secrets, objects, wasUnhealthy };
  runInBackground(dependencies, run, (signal) =>
    applyRotation(dependencies, run, signal).finally(() => proving.sessions.close()),
  );
}
