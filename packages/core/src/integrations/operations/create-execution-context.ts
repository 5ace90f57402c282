import type { Actor, Observation } from '@portcullis/plugin-api';
import type { ExecutionContext } from '../../changes/apply/execution-context.ts';
import { createJournal } from '../../changes/apply/journal.ts';
import { createSlotValues } from '../../changes/apply/slot-values.ts';
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

/** The input for an execution context. */
export interface ExecutionContextRequest {
  readonly integrationId: number;
  readonly operationId: number;
  readonly operationContext: OperationContext;
  readonly facts: Readonly<Record<string, unknown>>;
  /** Every object of the operation, those of the plugin's list first and in its order. */
  readonly objects: readonly ObjectFacts[];
  readonly signal: AbortSignal;
  /** The outputs of calls of earlier operations. @default none */
  readonly outputs?: Map<string, string>;
  /** True to drop containers with all contents. @default false */
  readonly dropContents?: boolean | undefined;
}

/** Creates the context in which an operation applies its changes. */
export function createExecutionContext(
  dependencies: Pick<IntegrationDependencies, 'store' | 'events' | 'clock' | 'options' | 'instanceId'>,
  request: ExecutionContextRequest,
): ExecutionContext {
  const {
    operationContext,
    integrationId,
    operationId,
    objects,
    signal,
    facts,
    outputs = new Map<string, string>(),
    dropContents = false,
  } = request;
  const { tenant, definition, config, sessions, secrets, identity, redact } = operationContext;
  const { store, clock, events, options, instanceId } = dependencies;
  const observe = async (object: ObjectFacts): Promise<Observation> => {
    // It has its own signal, because an undo also observes after the operation was aborted.
    const seen = await withDeadline(clock, options.statementDeadlineMs, 'Looking at the platform', (inner) =>
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
      withDeadline(clock, options.statementDeadlineMs, 'Looking into the container', work);
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
    journal: createJournal({ store, clock, events, integrationId, operationId }),
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
