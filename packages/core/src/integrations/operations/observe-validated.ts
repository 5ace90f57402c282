import { type Actor, classifyFailure, type FailureClassification } from '@portcullis/plugin-api';
import type { ResolvedLedger } from '../../changes/ledger/resolve-ledger.ts';
import type { ObjectFacts } from '../../changes/plan/change-set.ts';
import { causeOf } from '../../changes/sessions/failure-cause.ts';
import { withAdvice } from '../../changes/sessions/with-advice.ts';
import type { IntegrationDependencies } from '../context/integration-dependencies.ts';
import type { OperationContext } from '../context/operation-context.ts';
import type { IntegrationRecord } from '../state/integration-record.ts';
import type { ValidationResults } from '../views/validation-results.ts';
import { observeLedger } from './observe-ledger.ts';

/** A validation, and the ledger that is compared with the platform after it. */
export interface ValidatedLedger {
  readonly results: ValidationResults;
  /** The objects in the ledger. */
  readonly existing: readonly ObjectFacts[];
  /** True if the platform must be observed, because the ledger may differ from it. */
  readonly mustObserve: boolean;
  /** The observing account. @default that of {@link observeLedger} */
  readonly actor?: Actor;
}

/** The ledger after a validation. */
export interface ObservedLedger {
  /** The results, with a failed test if the platform could not be observed. */
  readonly results: ValidationResults;
  /** The ledger as observed, or as stored. */
  readonly ledger: ResolvedLedger;
}

/**
 * Compares the ledger with the platform after a successful validation, if that is necessary. A failure of the platform becomes
 * a failed test: the operation is refused, and a dry run shows the reason.
 */
export async function observeValidated(
  dependencies: Pick<IntegrationDependencies, 'store' | 'clock' | 'options'>,
  operationContext: Pick<OperationContext, 'definition' | 'config' | 'sessions' | 'mode' | 'redact'>,
  record: IntegrationRecord,
  { results, existing, mustObserve, actor }: ValidatedLedger,
): Promise<ObservedLedger> {
  const stored: ResolvedLedger = { existing, incomplete: [], unresolved: [], corrections: new Map() };
  if (results.status === 'failed' || !mustObserve) return { results, ledger: stored };
  try {
    return { results, ledger: await observeLedger(dependencies, operationContext, record, actor) };
  } catch (error) {
    const failure = classifyFailure(error, operationContext.definition.classifyError);
    if (failure.class === 'internal') throw error;
    return { results: withFailure(results, failure, operationContext), ledger: stored };
  }
}

function withFailure(
  { validationTests }: ValidationResults,
  { class: failureClass, code, message, help }: FailureClassification,
  { redact }: Pick<OperationContext, 'redact'>,
): ValidationResults {
  const failed = {
    id: 'observation',
    name: 'Observation of the Objects',
    status: 'failed' as const,
    failureClass,
    cause: causeOf(failureClass, code),
    message: redact(
      withAdvice(`The objects of the integration could not be observed. ${message}`, { help, failureClass }),
    ),
  };
  return { status: 'failed', validationTests: [...validationTests, failed] };
}
