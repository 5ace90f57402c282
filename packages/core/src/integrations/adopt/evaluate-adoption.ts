import { classifyFailure } from '@portcullis/plugin-api';
import { activeOwners } from '../../changes/ledger/object-owners.ts';
import { markOf } from '../../changes/observe/marks.ts';
import type { ListedObject } from '../../changes/plan/derive-changes.ts';
import { createBoundedRead } from '../../changes/sessions/bounded-read.ts';
import { inventoryStageOf } from '../../changes/sessions/inventory-stage.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { ledgerOwnerOf } from '../context/ledger-owner.ts';
import { observingActor } from '../context/observing-actor.ts';
import type { OperationContext } from '../context/operation-context.ts';
import type { ValidationReport } from '../validation/validate.ts';
import type { AdoptionView } from '../views/adoption-view.ts';

/** The owner of objects without an integration. */
const NO_OWNER = 0;

/** Evaluates each object of a config for adoption; only the mark decides. */
export async function evaluateAdoption(
  dependencies: Pick<IntegrationDependencies, 'store' | 'isMarkOfOther' | 'clock'>,
  operationContext: OperationContext,
  listed: readonly ListedObject[],
  { observations }: ValidationReport,
  signal: AbortSignal,
): Promise<AdoptionView> {
  const found = { adopted: [], missing: [], foreign: [], unknown: [] } as Record<
    'adopted' | 'missing' | 'foreign' | 'unknown',
    { readonly key: string; readonly kind: string; readonly name: string }[]
  >;
  const { store, isMarkOfOther } = dependencies;
  const owner = ledgerOwnerOf(operationContext, NO_OWNER);
  const { instanceId } = operationContext;
  // Objects of another tenant are foreign, because their owner still exists.
  const isForbidden = await isMarkOfOther(instanceId);
  for (const { object } of listed) {
    if (object.sharing === 'required') continue;
    const state = observations.get(object.key)?.state ?? 'unknown';
    const isTaken = object.sharing === 'exclusive' && (await activeOwners(store, owner, object)).length > 0;
    const { key, kind, name } = object;
    const group =
      state === 'absent' ? 'missing' : state === 'ours' ? (isTaken || isForbidden ? 'foreign' : 'adopted') : state;
    found[group].push({ key, kind, name });
  }
  const otherInstances: string[] = [];
  for (const other of await instancesAt(dependencies, operationContext, signal)) {
    if (other !== instanceId && !(await isMarkOfOther(other))) otherInstances.push(other);
  }
  return { instanceId, ...found, otherInstances };
}

/** Returns the instances whose marks for this target are on the platform; none if the account cannot observe them. */
async function instancesAt(
  { clock }: Pick<IntegrationDependencies, 'clock'>,
  {
    definition,
    sessions,
    config,
    mode,
    identity,
  }: Pick<OperationContext, 'definition' | 'sessions' | 'config' | 'mode' | 'identity'>,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { inventory } = definition;
  const stage = inventoryStageOf(definition);
  if (!inventory || stage === undefined) return [];
  const actor = observingActor({ mode, definition });
  const [prefix, , target] = markOf('', definition.type, identity, '').split(':');
  try {
    const markPrefix = `${prefix}:`;
    const boundedRead = createBoundedRead(clock, signal);
    const items = await boundedRead((inner) =>
      sessions.use(stage, actor, inner, (session) => inventory(session, { config, markPrefix, signal: inner })),
    );
    const marks = items.map(({ mark }) => mark.split(':'));
    return [...new Set(marks.flatMap(([, instance, at]) => (at === target && instance ? [instance] : [])))].sort();
  } catch (error) {
    signal.throwIfAborted();
    if (classifyFailure(error, definition.classifyError).class === 'internal') throw error;
    return [];
  }
}
