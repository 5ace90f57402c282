import { planOf } from '../../bootstrap/plan-of.ts';
import { ServiceError } from '../../errors/service-error.ts';
import type { KeepAnswer } from '../../idempotency/idempotency.ts';
import { invalidInput } from '../../input/parse-input.ts';
import type { RequestContext } from '../../security/principal.ts';
import type { CreateOptions } from '../change-options.ts';
import type { Engine } from '../engine.ts';
import { refuseOtherPlan } from '../executable-work.ts';
import { parseConfig, readEnvelope } from '../integration-input.ts';
import type { DryRunAnswer, OperationAnswer } from '../integration-views.ts';
import { prepare } from '../preparation.ts';
import { runOperation } from '../run-operation.ts';
import { refuseFailed, runValidation } from '../run-validation.ts';
import { serviceSecrets } from '../service-secrets.ts';
import { storeCreating } from '../store-creating.ts';
import { fillMarkers } from '../stored-config.ts';
import { claimsOf, observedClaim, refuseTaken } from '../target-claims.ts';
import type { AdoptionView } from './adoption-view.ts';
import { judgeAdoption } from './judge-adoption.ts';
import { secretWork } from './secret-work.ts';
import { takeOver } from './take-over.ts';

/** What an instance id looks like. */
const INSTANCE_ID = /^[0-9a-f]{16}$/;

/** An adoption that failed has made nothing that a PUT could build upon: it is deleted and begun again. */
const NOTHING_TO_EDIT = { editable: false };

/**
 * POST /integrations with adopt: takes over a platform that was set up earlier, by our script or by an instance whose store was
 * lost. Every object must bear the marks of the named instance; naming it is how an administrator says whose they are.
 *
 * @throws ServiceError `ADOPTION_REFUSED` when something is missing, or is not ours.
 */
export async function adoptIntegration(
  engine: Engine,
  context: RequestContext,
  body: unknown,
  options: CreateOptions & { readonly keep: KeepAnswer },
): Promise<OperationAnswer | DryRunAnswer> {
  const { definition, mode, config: sent } = readEnvelope(engine.registry, body);
  const { instanceId } = options;
  if (instanceId !== undefined && !INSTANCE_ID.test(instanceId))
    throw invalidInput([{ path: 'instanceId', message: 'An instance id has 16 hexadecimal digits.' }]);
  if (definition.stages.length === 0)
    throw new ServiceError(
      'ADOPTION_REFUSED',
      `${definition.type} has nothing on a platform that could be adopted: create it without adopt.`,
    );
  const config = parseConfig(definition, fillMarkers(sent, {}));
  const isReal = !options.dryRun;
  const { all: generated } = await serviceSecrets(engine, definition, undefined, isReal && mode === 'automatic');
  const markInstance = instanceId === undefined || instanceId === engine.instanceId ? null : instanceId;
  const preparation = await prepare(engine, { definition, mode, config, facts: {}, generated, markInstance });
  const claims = claimsOf(definition.type, preparation.target);
  await refuseTaken(engine.store, NOTHING_TO_EDIT, claims);
  try {
    const report = await runValidation(engine, preparation, {
      operation: 'create',
      facts: {},
      ledger: preparation.list({}).map(({ facts }) => facts),
      signal: context.signal,
    });
    const allClaims = report.identity ? [...claims, observedClaim(definition.type, report.identity)] : claims;
    await refuseTaken(engine.store, NOTHING_TO_EDIT, allClaims);
    const listed = preparation.list(report.facts);
    const work = mode === 'automatic' ? secretWork(definition, listed) : [];
    const plan = planOf('create', work);
    const signal = context.signal ?? new AbortController().signal;
    const adoption = await judgeAdoption(engine, preparation, listed, report, signal);
    if (options.dryRun) {
      await preparation.sessions.close();
      return { validationResults: report.results, plan, adoption };
    }
    refuseFailed(definition.type, report.results);
    refuseIncomplete(adoption);
    refuseOtherPlan(options.ifPlan, plan);
    const stored = await storeCreating(engine, context, preparation, {
      report,
      plan,
      claims: allClaims,
      keep: options.keep,
    });
    engine.background.start(stored.record.id, 'create', (inner) =>
      runOperation(
        engine,
        {
          ...stored,
          preparation,
          failureEvent: 'create-failed',
          work: (innermost) => takeOver(engine, { ...stored, preparation, report, listed, work }, innermost),
        },
        inner,
      ),
    );
    return stored.answer;
  } catch (error) {
    await preparation.sessions.close();
    throw error;
  }
}

function refuseIncomplete(adoption: AdoptionView): void {
  const { adopted, missing, foreign, instanceId, otherInstances } = adoption;
  if (missing.length + foreign.length === 0 && adopted.length > 0) return;
  const names = (objects: AdoptionView['missing']) => objects.map(({ kind, name }) => `${kind} ${name}`).join(', ');
  const parts = [
    `Nothing was adopted from instance ${instanceId}.`,
    ...(missing.length > 0 ? [`Missing: ${names(missing)}.`] : []),
    ...(foreign.length > 0 ? [`Not made by that instance: ${names(foreign)}.`] : []),
    ...(adopted.length === 0 ? ['Nothing bears its marks.'] : []),
    otherInstances.length > 0
      ? `Marks of other instances were found: ${otherInstances.join(', ')}. Name the one that made them as instanceId.`
      : 'Restore what is missing, or remove what is there and create the integration without adopt.',
  ];
  throw new ServiceError('ADOPTION_REFUSED', parts.join(' '), { details: { adoption } });
}
