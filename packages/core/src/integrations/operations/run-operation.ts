import { classifyFailure, type FailureClassification } from '@portcullis/plugin-api';
import pRetry from 'p-retry';
import { plannedStatements } from '../../changes/plan/planned-statements.ts';
import { withAdvice } from '../../changes/sessions/with-advice.ts';
import { errorText } from '../../kernel/errors/error-message.ts';
import { ServiceError } from '../../kernel/errors/service-error.ts';
import { reportBackgroundError } from '../../kernel/events/report-background-error.ts';
import { ofTenant } from '../../kernel/events/typed-events.ts';
import { pause } from '../../kernel/time/pause.ts';
import { traced } from '../../kernel/tracing/traced.ts';
import { TRACING_CHANNELS } from '../../kernel/tracing/tracing-channels.ts';
import type { StoreTransaction } from '../../ports/store/store.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import type { LifecycleEvent } from '../lifecycle/lifecycle.ts';
import { type RecordPatch, transitionIntegration } from '../state/integration-record.ts';
import type { OperationFailure } from '../views/operation-failure.ts';
import { acquireScopeLock } from './acquire-scope-lock.ts';
import { emitFinished, finishOperation } from './finish-operation.ts';
import { interruptionEvent } from './interruption-event.ts';
import { keepLease, LeaseLostError } from './operation-lease.ts';
import type { OperationRun } from './operation-run.ts';

/** The conclusion of an operation. */
export interface Conclusion {
  /** @default that of an interruption */
  readonly event?: LifecycleEvent;
  readonly status: 'succeeded' | 'failed' | 'interrupted';
  readonly patch?: RecordPatch;
  readonly error?: OperationFailure;
  /** Objects left on the platform that should have been removed, one text each. */
  readonly leftovers?: readonly string[];
  /** Written in the same transaction as the status. */
  readonly inTransaction?: (transaction: StoreTransaction) => Promise<void>;
}

/** Applies an operation. */
type Apply = (signal: AbortSignal) => Promise<Conclusion>;

/** Dependencies of {@link runInBackground}. */
export type RunDependencies = Pick<
  IntegrationDependencies,
  'store' | 'notifications' | 'events' | 'clock' | 'logger' | 'options' | 'background'
>;

/** Runs a stored operation after the response to its request. */
export function runInBackground(dependencies: RunDependencies, run: OperationRun, apply: Apply): void {
  const { record, operation } = run;
  dependencies.background.track(record.id, operation.kind, runOperation(dependencies, run, apply));
}

/**
 * Runs a stored operation to its end: renews the lease, concludes in one transaction, and closes the sessions. The integration
 * never stays in a busy status while this process lives.
 */
async function runOperation(dependencies: RunDependencies, run: OperationRun, apply: Apply): Promise<void> {
  const { store, clock, options, background } = dependencies;
  const lost = new AbortController();
  const stop = keepLease(store, clock, run.operation, options.leaseMs, () => lost.abort(new LeaseLostError()));
  const applyUnderLease: Apply = (signal) =>
    apply(signal).catch((error: unknown) => {
      if (error instanceof LeaseLostError) lost.abort(error);
      throw error;
    });
  const { id: operationId, integrationId, kind, plan } = run.operation;
  dependencies.events.emit('operation.started', { integrationId, operationId, kind, total: plannedStatements(plan) });
  try {
    const conclusion = await execute(
      dependencies,
      run,
      applyUnderLease,
      AbortSignal.any([background.signal, lost.signal]),
    );
    if (!lost.signal.aborted) await concludeWithRetries(dependencies, run, conclusion);
  } finally {
    stop();
    await run.operationContext.sessions.close();
  }
}

/** Waits for the lock of the scope and executes the operation. An unexpected error is a conclusion as well. */
const execute = traced(
  TRACING_CHANNELS.operation,
  {
    about: (_dependencies, { record, operation, operationContext }) => ({
      ...ofTenant(operationContext.tenant),
      type: record.type,
      integrationId: operation.integrationId,
      operationId: operation.id,
      kind: operation.kind,
    }),
    note(trace, { status, error }) {
      trace.status = status;
      if (error) trace.failureClass = error.class;
    },
  },
  async (
    _trace: unknown,
    dependencies: RunDependencies,
    run: OperationRun,
    apply: Apply,
    signal: AbortSignal,
  ): Promise<Conclusion> => {
    try {
      await acquireScopeLock(dependencies, run.operation, signal);
      return await apply(signal);
    } catch (error) {
      const failure = ServiceError.isInstance(error)
        ? { class: 'internal' as const, message: error.message, help: error.help }
        : classifyFailure(error, run.operationContext.definition.classifyError);
      const message = signal.aborted
        ? 'The process was stopped while the operation ran. PUT or DELETE continues it.'
        : run.operationContext.redact(adviceOf(failure));
      dependencies.logger.error('An operation ended unexpectedly.', {
        integrationId: run.record.id,
        operationId: run.operation.id,
        class: failure.class,
        error: run.operationContext.redact(errorText(error)),
      });
      return {
        status: 'interrupted',
        patch: { statusReason: message },
        error: { class: failure.class, message },
      };
    }
  },
);

/** Milliseconds before the next attempt to store a conclusion that the store has refused. */
const CONCLUDE_PAUSE_MS = 10_000;

/**
 * Stores the conclusion of an operation, and tries until it succeeds: on a store for a single process, no other process would
 * end the operation. If the store accepts the status but not the accompanying rows, the operation ends as interrupted, without
 * them.
 */
async function concludeWithRetries(
  dependencies: RunDependencies,
  run: OperationRun,
  conclusion: Conclusion,
): Promise<void> {
  try {
    await pRetry(() => conclude(dependencies, run, conclusion), { retries: 5, minTimeout: 100, maxTimeout: 2000 });
  } catch (error) {
    const message =
      'The result of the operation could not be stored. The journal says what was done; PUT or DELETE continues it.';
    const { id: operationId, kind: task, integrationId } = run.operation;
    const line = 'An operation could not be finished.';
    reportBackgroundError(dependencies, { task, line, details: { integrationId, operationId } }, error);
    const { clock, background } = dependencies;
    const isConcluded = (by: Conclusion): Promise<boolean> =>
      conclude(dependencies, run, by).then(
        () => true,
        () => false,
      );
    const interrupted: Conclusion = {
      status: 'interrupted',
      patch: { statusReason: message },
      error: { class: 'internal', message },
    };
    while (!(await isConcluded(conclusion)) && !(await isConcluded(interrupted)))
      await pause(clock, CONCLUDE_PAUSE_MS, background.signal);
  }
}

/** Ends an operation with its conclusion, unless another node has ended it. */
async function conclude(
  dependencies: RunDependencies,
  { record, operation }: OperationRun,
  conclusion: Conclusion,
): Promise<void> {
  const { store } = dependencies;
  const ended = await store.transaction(async (transaction) => {
    const isOurs = await finishOperation(
      transaction,
      dependencies.clock,
      operation,
      conclusion.status,
      conclusion.error ?? null,
      conclusion.leftovers,
    );
    if (!isOurs) return false;
    await conclusion.inTransaction?.(transaction);
    const event = conclusion.event ?? (await interruptionEvent(transaction, record, operation.id));
    const cause = { requestedBy: operation.requestedBy, operationId: operation.id };
    if (event) await transitionIntegration(dependencies, transaction, record, event, conclusion.patch, cause);
    return true;
  });
  if (ended || (await hasStatus(store, operation, conclusion.status)))
    emitFinished(dependencies, operation, conclusion.status);
}

/** Returns whether an operation ended with a status: an earlier commit may have succeeded without a response. */
async function hasStatus(
  store: Pick<RunDependencies['store'], 'find'>,
  { id }: Pick<OperationRun['operation'], 'id'>,
  status: Conclusion['status'],
): Promise<boolean> {
  const [stored] = await store.find('operations', { where: { id, status } });
  return stored !== undefined;
}

function adviceOf({ message, help, class: failureClass }: FailureClassification): string {
  return withAdvice(message, { help, failureClass });
}
