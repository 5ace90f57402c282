import type { ValidatedOperation } from '@portcullis/plugin-api';
import type { ObjectFacts } from '../../changes/plan/change-set.ts';
import { type IntegrationDependencies, validationBudget } from '../context/integration-dependencies.ts';
import type { OperationContext } from '../context/operation-context.ts';
import { createOtherIntegrations } from '../target-claims/other-integrations.ts';
import { NOTHING_TO_VALIDATE } from '../views/validation-results.ts';
import type { ManualRemoval } from './manual-removal.ts';
import { type ValidationReport, validate } from './validate.ts';

/** Dependencies of {@link runValidation}. */
export type ValidationDependencies = Pick<IntegrationDependencies, 'store' | 'events' | 'clock' | 'host' | 'options'>;

/** The input for the validation run of an operation. */
export interface OperationValidation {
  readonly operation: ValidatedOperation;
  readonly facts: Readonly<Record<string, unknown>>;
  /** Our objects according to the ledger. */
  readonly ledger: readonly ObjectFacts[];
  readonly integrationId?: number;
  /** The current config, before an edit. */
  readonly previous?: object | undefined;
  /** The removal that a manual DELETE checks. */
  readonly removal?: ManualRemoval | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Validates a prepared config, and emits events for the run and each test.
 *
 * @throws the reason of the signal, when that is aborted: tests that were interrupted say nothing about the platform.
 */
export async function runValidation(
  dependencies: ValidationDependencies,
  operationContext: OperationContext,
  { operation, facts, ledger, integrationId, previous, removal, signal }: OperationValidation,
): Promise<ValidationReport> {
  const { definition } = operationContext;
  if (definition.tests.length === 0 && definition.stages.length === 0) {
    return { results: NOTHING_TO_VALIDATE, facts, identity: undefined, observations: new Map() };
  }
  const { events, clock } = dependencies;
  const about = { type: definition.type, operation, ...(integrationId === undefined ? {} : { integrationId }) };
  const startedAt = clock.monotonic();
  let total = 0;
  const report = await validate({
    ...operationContext,
    operation,
    previous,
    integrationId,
    knownFacts: facts,
    ledger,
    removal,
    host: dependencies.host,
    others: createOtherIntegrations(dependencies.store, definition.type, operationContext.target, integrationId),
    clock,
    concurrency: dependencies.options.validationConcurrency,
    budgetMs: validationBudget(dependencies.options, definition.type),
    signal: signal ?? new AbortController().signal,
    onStart: (tests) => {
      total = tests;
      events.emit('validation.started', { ...about, total });
    },
    onTestStart: (test, position) => events.emit('validation.testStarted', { ...about, total, position, test }),
    onTest: (test, position) => events.emit('validation.test', { ...about, total, position, test }),
  });
  const durationMs = Math.round(clock.monotonic() - startedAt);
  events.emit('validation.finished', { ...about, total, status: report.results.status, durationMs });
  signal?.throwIfAborted();
  return report;
}
