import type { Actor, Observation } from '@portcullis/plugin-api';
import type { ExecutionContext } from '../../changes/apply/execution-context.ts';
import { createJournal } from '../../changes/apply/journal.ts';
import { createSlotValues } from '../../changes/apply/slot-values.ts';
import { outputsOf } from '../../changes/ledger/read-ledger.ts';
import { observeObjects } from '../../changes/observe/observe.ts';
import type { ObjectFacts } from '../../changes/plan/change-set.ts';
import { finishingChanges } from '../../changes/plan/finishing-changes.ts';
import { contentsRefusal, findContents, isEmptyOnly } from '../../changes/removal/find-contents.ts';
import type { BoundedRead } from '../../changes/sessions/bounded-read.ts';
import { withDeadline } from '../../kernel/time/deadline.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import { ledgerOwnerOf } from '../context/ledger-owner.ts';
import { observingActor } from '../context/observing-actor.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { requireLease } from './operation-lease.ts';
import type { OperationRun } from './operation-run.ts';

/** Dependencies of the functions that apply an operation. */
export type ApplyDependencies = Pick<
  IntegrationDependencies,
  'store' | 'secrets' | 'events' | 'clock' | 'options' | 'instanceId'
>;

/** The objects and facts of an operation. */
export interface ExecutionContextRequest {
  readonly facts: Readonly<Record<string, unknown>>;
  /** Every object of the operation, those of the plugin's list first and in its order. */
  readonly objects: readonly ObjectFacts[];
  readonly signal: AbortSignal;
  /** True to drop containers with all contents. @default false */
  readonly dropContents?: boolean | undefined;
}

/** Creates the context in which an operation applies its changes. */
export async function createExecutionContext(
  dependencies: Omit<ApplyDependencies, 'secrets'>,
  { record: { id: integrationId }, operation, operationContext }: OperationRun,
  { facts, objects, signal, dropContents = false }: ExecutionContextRequest,
): Promise<ExecutionContext> {
  const { tenant, definition, config, sessions, secrets, identity, redact } = operationContext;
  const { store, clock, events, options, instanceId } = dependencies;
  const outputs = await outputsOf(store, integrationId);
  const observe = async (object: ObjectFacts): Promise<Observation> => {
    // It has its own signal, because an undo also observes after the operation was aborted.
    const seen = await withDeadline(clock, options.statementDeadlineMs, 'The observation of the platform', (inner) =>
      observeObjects(
        { definition, config, sessions, actor: actorFor(object, operationContext), signal: inner },
        withContainers(object, objects),
      ),
    );
    // An object inside a foreign container must not be created, changed or dropped, regardless of its own owner.
    const isInForeign = withContainers(object, objects).some(
      ({ key, sharing }) => key !== object.key && sharing !== 'required' && seen.get(key)?.state === 'foreign',
    );
    if (isInForeign && operationContext.mode === 'automatic') return { key: object.key, state: 'foreign' };
    return seen.get(object.key) ?? { key: object.key, state: 'unknown' };
  };
  const refuseContents: ExecutionContext['refuseContents'] = async (object) => {
    const emptyOnly = isEmptyOnly(definition, object);
    if (dropContents && !emptyOnly) return undefined;
    const actor = actorFor(object, operationContext);
    // It has its own signal, as above.
    const { signal: own } = new AbortController();
    const boundedRead: BoundedRead = (work) =>
      withDeadline(clock, options.statementDeadlineMs, 'The search of the container', work);
    const found = await findContents({ definition, config, sessions, actor, redact, signal: own, boundedRead }, object);
    return contentsRefusal(object, found, emptyOnly);
  };
  return {
    tenant,
    definition,
    sessions,
    clock,
    signal,
    redact,
    store,
    observe,
    refuseContents,
    finishing: (changes) => finishingChanges({ definition, config }, changes),
    outputs,
    positions: new Map(objects.map(({ key }, index) => [key, index + 1] as const).reverse()),
    values: createSlotValues({ secrets, facts, instanceId, identity, outputs }),
    statementDeadlineMs: options.statementDeadlineMs,
    transientRetries: options.transientRetries,
    journal: createJournal({
      store,
      clock,
      events,
      integrationId,
      operationId: operation.id,
      requireLease: (transaction) => requireLease(transaction, operation),
    }),
    owner: ledgerOwnerOf(operationContext, integrationId),
  };
}

/** Returns the account that observes an object and its contents. */
export function actorFor(object: ObjectFacts, operationContext: Pick<OperationContext, 'mode' | 'definition'>): Actor {
  return object.by === 'service' ? 'service' : observingActor(operationContext);
}

/** Returns the object after its containers, the outermost first. */
export function withContainers(object: ObjectFacts, objects: readonly ObjectFacts[]): readonly ObjectFacts[] {
  const container = objects.find((each) => each.key === object.within);
  return container ? [...withContainers(container, objects), object] : [object];
}
