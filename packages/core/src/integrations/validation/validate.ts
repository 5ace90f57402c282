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
    const { definition } = request;
    const found: PlatformFindings = { facts: request.knownFacts, identity: undefined, observations: new Map() };
    const results = new Map<string, ValidationTestResult>();
    const listed = request.listObjects(request.knownFacts);
    const gone = goneObjects(request, listed);
    const tests = testsOf(request, { listed, gone, found, results });
    const positions = new Map(tests.map((test, index) => [test.id, index + 1]));
    const positionOf = (test: RunnableTest): number => positions.get(test.id) ?? 0;
    request.onStart?.(tests.length);
    await runTests({
      tests,
      afterGates: (inner) => observePlatform(request, gone, found, inner),
      concurrency: request.concurrency,
      budgetMs: request.budgetMs,
      clock: request.clock,
      signal: request.signal,
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

/** The findings about a platform, which grow during a run. */
interface PlatformFindings {
  facts: ValidationReport['facts'];
  identity: ValidationReport['identity'];
  observations: ValidationReport['observations'];
}

/** The objects and the results of a run, which its tests read. */
interface RunState {
  readonly listed: readonly ListedObject[];
  readonly gone: readonly ObjectFacts[];
  readonly found: PlatformFindings;
  readonly results: ReadonlyMap<string, ValidationTestResult>;
}

/** Returns the tests of a run in their order: those that the plugin declares, and those that are derived from the objects. */
function testsOf(request: ValidationRequest, { listed, gone, found, results }: RunState): readonly RunnableTest[] {
  const hasScripts = request.definition.dialect !== undefined;
  const observation = (key: string): Observation | undefined => found.observations.get(key);
  const derived = derivedTests({
    ...request,
    hasScripts,
    listed,
    disabled: disabledObjects({ ...request, listed }),
    observation,
  });
  const atEnd = [
    conflictingObjectsTest({ ...request, listed, observation }),
    manualSetupTest({ ...request, listed, gone, observation }),
    manualRemovalTest({
      ...request,
      observation,
      hasScript: hasScripts && listed.some(({ object }) => isScripted(object)),
      failedGate: () => [...results.values()].find(({ phase, status }) => phase === 'gate' && status === 'failed'),
    }),
  ].flatMap((test) => (test ? [{ test, after: undefined }] : []));
  return inOrder(declaredTests({ ...request, facts: () => found.facts }), [...derived, ...atEnd]);
}

/** Discovers the facts of the platform, and observes the objects, including those that are not listed any more. */
async function observePlatform(
  { definition, config, mode, operation, sessions, setFacts, listObjects }: ValidationRequest,
  gone: readonly ObjectFacts[],
  found: PlatformFindings,
  signal: AbortSignal,
): Promise<void> {
  const place = placeOf(definition, mode, operation);
  if (!place) return;
  const { stage, actor } = place;
  const { discover } = definition;
  if (discover) {
    const discovered = await sessions.use(stage, actor, signal, (session) => discover(session, { config, signal }));
    found.facts = { ...found.facts, ...discovered?.facts };
    found.identity = discovered?.identity;
    setFacts(found.facts);
  }
  const objects = [...listObjects(found.facts).map(({ object }) => object), ...gone];
  found.observations = await observeObjects({ definition, config, sessions, actor, signal }, objects);
}

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
