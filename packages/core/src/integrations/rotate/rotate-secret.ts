import { ledgerOf, outputsOf } from '../../changes/ledger/read-ledger.ts';
import { keepOutputs } from '../../changes/ledger/write-ledger.ts';
import { planOf } from '../../changes/plan/plan-of.ts';
import { plannedObjects } from '../../changes/plan/planned-objects.ts';
import { refuseOtherPlan } from '../../changes/plan/refuse-other-plan.ts';
import type { RequestContext } from '../../security/principals/principal.ts';
import { secretOwnerOf } from '../config/stored-config.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { runInBackground } from '../operations/run-operation.ts';
import { startOperation } from '../operations/start-operation.ts';
import { readEntry } from '../plugin-versions/migrate-entry.ts';
import { refuseStoredByNewer } from '../plugin-versions/plugin-versions.ts';
import { createStoredContext } from '../plugin-versions/stored-context.ts';
import { generateSecret } from '../secrets/generate-secret.ts';
import { resolveStagedSecret } from '../secrets/promote-staged-secret.ts';
import { isEmpty, readCredentials } from '../secrets/read-credentials.ts';
import { placeOfRotation, refuseUnready, STAGED_PLACE_OUTPUT } from '../secrets/rotation-place.ts';
import { signInResults, trySignIn } from '../secrets/try-sign-in.ts';
import { refuseBusy, refuseOtherVersion } from '../state/change-guards.ts';
import { findIntegration } from '../state/integration-record.ts';
import { refuseFailed } from '../validation/refuse-failed.ts';
import type { ChangeOptions } from '../views/change-options.ts';
import type { DryRunResponse, OperationResponse } from '../views/integration-views.ts';
import { applyRotation } from './apply-rotation.ts';
import { rotationChanges } from './rotation-changes.ts';

/**
 * POST /integrations/{id}/rotate-secret: stages a second secret, proves it by a sign-in, stores it, and removes the first one.
 * The status is `editing` meanwhile, so that callers can poll it, and PUT and DELETE are refused. A failure before the new secret
 * is stored is reverted (`editError`), and a repeated request continues from there.
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
  await refuseUnready(dependencies.store, record, dependencies.registry.get(record.type));
  await refuseStoredByNewer(dependencies.store, dependencies.registry.get(record.type), record);
  await resolveStagedSecret(dependencies, record, context.signal);
  const slotted = await createStoredContext(dependencies, record);
  const outputs = await outputsOf(dependencies.store, id);
  const listed = slotted.listObjects(record.facts);
  const isOptional = listed.some(({ declared }) => declared.rotate?.by === 'service');
  const credentials = isOptional && isEmpty(body) ? {} : readCredentials(slotted.definition, record, body, false);
  const place = placeOfRotation(slotted.definition, record, listed, outputs, credentials);
  const { slot } = place.rotation;
  const policy = slotted.definition.generatedSecrets?.[slot] ?? {};
  const next = options.dryRun ? undefined : await generateSecret(policy, dependencies.random);
  const left = await dependencies.secrets.readRetiring(secretOwnerOf(id), slot);
  const alsoSecret = next === undefined ? left : [next, ...left];
  const old = await createStoredContext(dependencies, record, { credentials, alsoSecret });
  try {
    const failure = await trySignIn(
      dependencies,
      old,
      place.stage,
      place.actor,
      context.signal ?? new AbortController().signal,
    );
    const results = signInResults(failure, place.actor);
    const { set, clear } = rotationChanges(old, place, { left });
    const changes = clear ? [set, clear] : [set];
    const plan = planOf('rotate', changes);
    if (next === undefined) {
      await old.sessions.close();
      const made = await ledgerOf(dependencies.store, id, readEntry(slotted.definition));
      return { validationResults: results, plan, objects: plannedObjects({ changes, made, wanted: [] }) };
    }
    refuseFailed(record.type, results);
    refuseOtherPlan(options.ifPlan, plan);
    const sealed = await dependencies.secrets.withSealingKey();
    const proving = await createStoredContext(dependencies, record, {
      replacing: { [slot]: next },
      alsoSecret: Object.values(old.secrets),
    });
    const objects = await ledgerOf(dependencies.store, id);
    // From here on, nothing may fail before the operation runs: it would stay in the status `editing`.
    const stored = await startOperation(dependencies, record, {
      event: 'edit',
      kind: 'rotate',
      scope: old.scope,
      requestedBy: context.principal.id,
      plan,
      validationResults: results,
      // The new secret is staged beside the current one, so that a crash loses neither.
      async inTransaction(transaction) {
        await sealed.put(transaction, secretOwnerOf(id), slot, next, 'staged');
        await keepOutputs(transaction, id, place.listed.object.key, { [STAGED_PLACE_OUTPUT]: place.to });
      },
    });
    const secrets = { current: old.secrets[slot] ?? '', next, left };
    const wasUnhealthy = record.status === 'recurringValidationError';
    const run = { ...stored, operationContext: old, proving, place, secrets, objects, wasUnhealthy };
    runInBackground(dependencies, run, (signal) =>
      applyRotation(dependencies, run, signal).finally(() => proving.sessions.close()),
    );
    return { id: String(id), status: 'editing', validationResults: results };
  } catch (error) {
    await old.sessions.close();
    throw error;
  }
}
