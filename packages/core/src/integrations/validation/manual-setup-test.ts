import type { Observation, TestOutcome, ValidatedOperation } from '@portcullis/plugin-api';
import { failed, passed, skipped, warned } from '@portcullis/plugin-api';
import type { ObjectFacts } from '../../changes/plan/change-set.ts';
import type { ListedObject } from '../../changes/plan/derive-work.ts';
import { mendedBy, type RemedySource, remedyOfLeft, remedyOfMissing } from './missing-objects.ts';
import { DEFAULT_TEST_DEADLINE_MS, type RunnableTest } from './runnable-test.ts';

/** What the test depends on. */
export interface ManualSetupRequest extends RemedySource {
  readonly operation: ValidatedOperation;
  /** What the script should have made. */
  readonly wanted: readonly ListedObject[];
  /** What the edit script should have removed. */
  readonly unwanted: readonly ObjectFacts[];
  /** Filled after the gates. */
  observation(key: string): Observation | undefined;
}

/**
 * "Was the script run?", derived for every type with manual set-up: POST and PUT execute nothing there, they look. Names all
 * that is missing or still there.
 */
export function manualSetupTest(request: ManualSetupRequest): RunnableTest | undefined {
  const { mode, operation, wanted, unwanted } = request;
  const byPerson = wanted.filter(({ facts: object }) => object.by !== 'service' && object.sharing !== 'required');
  if (byPerson.length === 0 && unwanted.length === 0) return undefined;
  const applies = mode === 'manual' && (operation === 'create' || operation === 'edit');
  return {
    id: 'manual-setup-complete',
    name: 'Validate Manual: Set-up Script Was Run',
    phase: 'prerequisite',
    mandatory: true,
    dependsOn: [],
    affects: [],
    deadlineMs: DEFAULT_TEST_DEADLINE_MS,
    notApplicable: applies ? undefined : 'This is checked for manual set-up only.',
    run: async () => judge(byPerson, unwanted, request),
  };
}

function judge(
  wanted: readonly ListedObject[],
  unwanted: readonly ObjectFacts[],
  request: ManualSetupRequest,
): TestOutcome {
  const { observation, operation } = request;
  const isIn = (object: ObjectFacts, state: Observation['state']): boolean => observation(object.key)?.state === state;
  const missing = wanted.filter(({ facts }) => isIn(facts, 'absent'));
  const left = unwanted.filter((object) => isIn(object, 'ours'));
  const script = operation === 'edit' ? 'edit' : 'create';
  if (missing.length > 0 || left.length > 0) {
    const parts = [
      ...(missing.length > 0 ? [`Missing: ${names(missing.map(({ facts }) => facts))}.`] : []),
      ...(left.length > 0 ? [`Still there: ${names(left)}.`] : []),
    ];
    return failed(parts.join(' '), {
      help: `Run the ${script} script, then try again.`,
      failureClass: missing.length > 0 ? 'not-found' : 'already-exists',
      ...mendedBy(missing.length > 0 ? remedyOfMissing(request, missing) : remedyOfLeft(request, left)),
    });
  }
  const unseen = wanted.filter(({ facts }) => isIn(facts, 'unknown')).map(({ facts }) => facts);
  if (unseen.length === wanted.length && unseen.length > 0)
    return skipped('Nothing of the set-up can be seen with these credentials.');
  return unseen.length > 0
    ? warned(`These cannot be seen with these credentials: ${names(unseen)}.`, { failureClass: 'missing-grant' })
    : passed();
}

function names(objects: readonly ObjectFacts[]): string {
  return objects.map((object) => `${object.kind} ${object.name}`).join(', ');
}
