import {
  type Actor,
  type AnyPluginDefinition,
  classifyFailure,
  type Observation,
  type SetupMode,
  type ValidatedOperation,
} from '@portcullis/plugin-api';
import { observeObjects } from '../../changes/observe/observe.ts';
import type { ObjectFacts } from '../../changes/plan/change-set.ts';
import type { ListedObject } from '../../changes/plan/derive-changes.ts';
import { ofTenant } from '../../kernel/events/typed-events.ts';
import { traced } from '../../kernel/tracing/traced.ts';
import { TRACING_CHANNELS, type ValidationTrace } from '../../kernel/tracing/tracing-channels.ts';
import { observingActor } from '../context/observing-actor.ts';
import type { ValidationResults, ValidationTestResult } from '../views/validation-results.ts';
import { conflictingObjectsTest } from './conflicting-objects-test.ts';
import { declaredTests } from './declared-tests.ts';
import { derivedTests, type PlacedTest } from './derived-tests.ts';
import { disabledObjects } from './disabled-objects.ts';
import { manualRemovalTest } from './manual-removal-test.ts';
import { isScripted, manualSetupTest } from './manual-setup-test.ts';
import { runTests } from './run-tests.ts';
import type { RunnableTest } from './runnable-test.ts';
import { withServiceSecretAdvice } from './service-secret-advice.ts';
import { overallStatus, toTestResult } from './to-results.ts';
import type { ValidationRequest } from './validation-request.ts';

/** The results of a validation run. */
export interface ValidationReport {
  readonly results: ValidationResults;
  readonly facts: Readonly<Record<string, unknown>>;
  /** The observed identity of the target, if the platform has one. */
  readonly identity: readonly string[] | undefined;
  /** The observation of each object; empty if a gate failed. */
  readonly observations: ReadonlyMap<string, Observation>;
}

/**
 * Validates a config against its platform: gates, discovery, observation, then every other test. Never rejects because of the
 * user's input.
 */
export const validate = traced(
  TRACING_CHANNELS.validation,
  {
    about: validationTrace,
    note(trace, { results }) {
      trace.status = results.status;
    },
  },
  async (_trace: unknown, request: ValidationRequest): Promise<ValidationReport> => {
    const { definition, config, sessions, signal } = request;
    const found = {
      facts: request.knownFacts,
      identity: undefined as readonly string[] | undefined,
      observations: new Map() as ReadonlyMap<string, Observation>,
    };
    const place = placeOf(definition, request.mode, request.operation);
    const listed = request.listObjects(request.knownFacts);
    const gone = goneObjects(request, listed);
    const observation = (key: string): Observation | undefined => found.observations.get(key);
    const manual = manualSetupTest({ ...request, listed, gone, observation });
    const results = new Map<string, ValidationTestResult>();
    const removal = manualRemovalTest({
      ...request,
      observation,
      hasScript: definition.dialect !== undefined && listed.some(({ object }) => isScripted(object)),
      failedGate: () => [...results.values()].find(({ phase, status }) => phase === 'gate' && status === 'failed'),
    });
    const derived = derivedTests({
      ...request,
      hasScripts: definition.dialect !== undefined,
      listed,
      disabled: disabledObjects({ ...request, listed }),
      observation,
    });
    const conflicting = conflictingObjectsTest({ ...request, listed, observation });
    const atEnd = [conflicting, manual, removal].flatMap((test) => (test ? [{ test, after: undefined }] : []));
    const tests = inOrder(declaredTests({ ...request, facts: () => found.facts }), [...derived, ...atEnd]);
    const positions = new Map(tests.map((test, index) => [test.id, index + 1]));
    const positionOf = (test: RunnableTest): number => positions.get(test.id) ?? 0;
    request.onStart?.(tests.length);

    const observePlatform = async (inner: AbortSignal): Promise<void> => {
      if (!place) return;
      if (definition.discover) {
        const discovered = await sessions.use(
          place.stage,
          place.actor,
          inner,
          (session) => definition.discover?.(session, { config, signal: inner }) ?? Promise.resolve(undefined),
        );
        found.facts = { ...found.facts, ...discovered?.facts };
        found.identity = discovered?.identity;
        request.setFacts(found.facts);
      }
      const objects = [...request.listObjects(found.facts).map(({ object }) => object), ...gone];
      found.observations = await observeObjects(
        { definition, config, sessions, actor: place.actor, signal: inner },
        objects,
      );
    };

    await runTests({
      tests,
      afterGates: observePlatform,
      concurrency: request.concurrency,
      budgetMs: request.budgetMs,
      clock: request.clock,
      signal,
      classify: (error) => withServiceSecretAdvice(classifyFailure(error, definition.classifyError), request),
      trace: validationTrace(request),
      onStart(test) {
        request.onTestStart?.({ id: test.id, name: test.name, phase: test.phase }, positionOf(test));
      },
      onResult(test, timed) {
        const result = toTestResult(definition, test, timed, request.redact);
        results.set(test.id, result);
        request.onTest(result, positionOf(test));
      },
    });
    const ordered = tests.map((test) => results.get(test.id) as ValidationTestResult);
    return { results: { status: overallStatus(tests, ordered), validationTests: ordered }, ...found };
  },
);

/** Returns the trace of a run, whose facts are also those of its tests. */
function validationTrace({
  tenant,
  definition,
  operation,
  integrationId,
}: Pick<ValidationRequest, 'tenant' | 'definition' | 'operation' | 'integrationId'>): ValidationTrace {
  return {
    ...ofTenant(tenant),
    type: definition.type,
    operation,
    ...(integrationId === undefined ? {} : { integrationId }),
  };
}

/** Returns the connection for discovery and observation: that of the first gate, otherwise the first stage. */
function placeOf(
  definition: AnyPluginDefinition,
  mode: SetupMode,
  operation: ValidatedOperation,
): { readonly stage: string; readonly actor: Actor } | undefined {
  const gate = definition.tests.find(
    (test) => test.phase === 'gate' && test.on && test.modes.includes(mode) && test.operations.includes(operation),
  );
  const stage = gate?.on?.stage ?? definition.stages[0]?.id;
  if (stage === undefined) return undefined;
  const otherwise = operation === 'recurring' ? 'service' : observingActor({ mode, definition });
  return { stage, actor: gate?.on?.actor ?? otherwise };
}

/** Returns declared tests in their order, with each derived one after the test that it names. */
function inOrder(declared: readonly RunnableTest[], derived: readonly PlacedTest[]): readonly RunnableTest[] {
  const placed = declared.flatMap((test) => [
    test,
    ...derived.filter((derivedTest) => derivedTest.after === test.id).map((derivedTest) => derivedTest.test),
  ]);
  const rest = derived
    .filter((derivedTest) => !placed.includes(derivedTest.test))
    .map((derivedTest) => derivedTest.test);
  return [...placed, ...rest];
}

/**
 * Returns objects that an edit removes, remnants of an earlier attempt, and objects that a removal drops, which are observed as
 * well.
 */
function goneObjects(
  { operation, ledger, removal }: Pick<ValidationRequest, 'operation' | 'ledger' | 'removal'>,
  listed: readonly ListedObject[],
): readonly ObjectFacts[] {
  const leaving = operation === 'edit' ? ledger : (removal?.objects ?? []);
  return leaving.filter((object) => !listed.some(({ object: { key } }) => key === object.key));
}
