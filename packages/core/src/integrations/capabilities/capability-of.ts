import type { AnyPluginDefinition } from '@portcullis/plugin-api';
import type { DriftFinding } from '../drift/drift-report.ts';
import type { ValidationTestResult } from '../views/validation-results.ts';
import type { CapabilityState, CapabilityView } from './capabilities-view.ts';

/** The integration itself, without which no other feature works. */
export const BASE_FEATURE = 'base';

/** A feature as its plugin declares it. */
export type DeclaredFeature = NonNullable<AnyPluginDefinition['features']>[number];

/** The evidence about a feature. */
export interface FeatureEvidence {
  readonly feature: DeclaredFeature;
  readonly config: object;
  /** The reason why the integration itself does not work; undefined if it does. */
  readonly baseFailure: string | undefined;
  /** True when the integration is set up. There is no evidence for one that was never set up. */
  readonly isSetUp: boolean;
  /** The results of the tests that affect it, without skipped ones. */
  readonly tests: readonly ValidationTestResult[];
  /** The drift findings about its objects from the last observation. */
  readonly drift: readonly DriftFinding[];
  /** The number of objects that are created for it. */
  readonly objects: number;
}

type Verdict = Pick<CapabilityView, 'state' | 'why' | 'remediation'>;

/** The rules, in order: the first that returns a state decides. */
const RULES: readonly ((evidence: FeatureEvidence) => Verdict | undefined)[] = [
  ({ feature, config }) => {
    const on = feature.when?.(config) ?? true;
    return on === true ? undefined : { state: 'off', why: on.reason };
  },
  ({ baseFailure }) =>
    baseFailure === undefined ? undefined : { state: 'fails', why: `The integration does not work: ${baseFailure}` },
  ({ tests }) => fromTest(tests, 'failed', 'fails'),
  ({ drift }) => {
    const broken = drift.filter(({ state }) => state === 'missing' || state === 'changed');
    return broken.length === 0
      ? undefined
      : {
          state: 'fails',
          why: broken
            .map(({ message }) => message)
            .join(' ')
            .slice(0, 1000),
        };
  },
  ({ tests }) => fromTest(tests, 'warning', 'limited'),
  ({ tests }) => {
    const passed = tests.filter(({ status }) => status === 'passed').map(({ name }) => `"${name}"`);
    return passed.length === 0 ? undefined : { state: 'works', why: `Passed: ${passed.join(', ')}.` };
  },
  ({ feature }) => (feature.unverifiable === undefined ? undefined : { state: 'unknown', why: feature.unverifiable }),
  ({ isSetUp, objects }) =>
    isSetUp && objects > 0
      ? {
          state: 'works',
          why: `Set up with ${objects} ${objects === 1 ? 'object' : 'objects'}; no problem is known.`,
        }
      : undefined,
];

/** Returns the state of a feature and its reason. */
export function capabilityOf(evidence: FeatureEvidence): CapabilityView {
  const { id, title, description } = evidence.feature;
  const verdict = RULES.map((rule) => rule(evidence)).find((each) => each !== undefined);
  return {
    feature: id,
    title,
    description,
    ...(verdict ?? {
      state: 'unknown' as const,
      why: 'It has not been tested yet. Validate the integration.',
    }),
    tests: evidence.tests.map((test) => ({
      ...(test.id === undefined ? {} : { id: test.id }),
      name: test.name,
      status: test.status,
      ...(test.message === undefined ? {} : { message: test.message }),
      ...(test.failureClass === undefined ? {} : { failureClass: test.failureClass }),
    })),
  };
}

function fromTest(
  tests: readonly ValidationTestResult[],
  status: ValidationTestResult['status'],
  state: CapabilityState,
): Verdict | undefined {
  const found = tests.filter((test) => test.status === status);
  const [first] = found;
  if (!first) return undefined;
  const remediation = found.find((test) => test.remediation)?.remediation;
  return {
    state,
    why: found
      .map(({ name, message }) => `"${name}": ${message ?? status}`)
      .join(' ')
      .slice(0, 1000),
    ...(remediation === undefined ? {} : { remediation }),
  };
}
