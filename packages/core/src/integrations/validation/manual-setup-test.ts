import type { Observation, TestOutcome, ValidatedOperation } from '@portcullis/plugin-api';
import { failed, passed } from '@portcullis/plugin-api';
import type { ObjectFacts } from '../../changes/plan/change-set.ts';
import type { ListedObject } from '../../changes/plan/derive-changes.ts';
import { objectNames } from '../../changes/plan/object-names.ts';
import { notApplicableReason } from './not-applicable-reason.ts';
import { optionalRemediation, type RemedySource, remedyOfMissing, remedyOfRemaining } from './remedies.ts';
import { DEFAULT_TEST_DEADLINE_MS, type RunnableTest } from './runnable-test.ts';

/** Dependencies of the test. */
export interface ManualSetupRequest extends RemedySource {
  readonly operation: ValidatedOperation;
  /** The objects that the script should have created. */
  readonly listed: readonly ListedObject[];
  /** The objects that the edit script should have removed. */
  readonly gone: readonly ObjectFacts[];
  /** The objects before the edit script. */
  readonly ledger: readonly Pick<ObjectFacts, 'key' | 'desired'>[];
  /** Returns an observation; available after the gates. */
  observation(key: string): Observation | undefined;
}

/**
 * Creates the test "was the script run?" for every type with manual set-up, for which POST and PUT execute nothing and only
 * observe. It names all missing, remaining and invisible objects.
 */
export function manualSetupTest(request: ManualSetupRequest): RunnableTest | undefined {
  const { mode, operation, listed, gone } = request;
  const scripted = listed.filter(({ object }) => isScripted(object));
  const leaving = gone.filter(isScripted);
  if (scripted.length === 0 && leaving.length === 0) return undefined;
  const isCheckedNow = operation === 'create' || operation === 'edit';
  const elsewhere = isCheckedNow ? undefined : notApplicableReason(['create', 'edit']);
  return {
    id: 'manual-setup-complete',
    name: 'Validate Manual: Set-up Script Was Run',
    phase: 'prerequisite',
    mandatory: true,
    dependsOn: [],
    affects: [],
    deadlineMs: DEFAULT_TEST_DEADLINE_MS,
    notApplicable: mode === 'manual' ? elsewhere : 'This is checked for manual set-up only.',
    run: async () => evaluate(scripted, leaving, request),
  };
}

/** Returns whether a script creates and removes an object in a manual set-up. */
export function isScripted({ by, sharing }: Pick<ObjectFacts, 'by' | 'sharing'>): boolean {
  return by !== 'service' && sharing !== 'required';
}

function evaluate(
  listed: readonly ListedObject[],
  gone: readonly ObjectFacts[],
  request: ManualSetupRequest,
): TestOutcome {
  const { observation, operation } = request;
  const isIn = (object: ObjectFacts, state: Observation['state']): boolean =>
    (observation(object.key)?.state ?? 'unknown') === state;
  const missing = listed.filter(({ object }) => isIn(object, 'absent'));
  const left = gone.filter((object) => isIn(object, 'ours'));
  const unchanged = listed.map(({ object }) => object).filter((object) => isUnchanged(object, request));
  const script = operation === 'edit' ? 'edit' : 'create';
  if (missing.length > 0 || left.length > 0 || unchanged.length > 0) {
    const parts = [
      ...(missing.length > 0 ? [`Missing: ${objectNames(missing.map(({ object }) => object))}.`] : []),
      ...(unchanged.length > 0 ? [`Still as before: ${objectNames(unchanged)}.`] : []),
      ...(left.length > 0 ? [`Still there: ${objectNames(left)}.`] : []),
    ];
    return failed(parts.join(' '), {
      help: `Run the ${script} script, then try again.`,
      failureClass: missing.length > 0 ? 'not-found' : left.length > 0 ? 'already-exists' : 'invalid-input',
      ...optionalRemediation(
        missing.length > 0 ? remedyOfMissing(request, missing) : remedyOfRemaining(request, left, 'edit'),
      ),
    });
  }
  const unseen = [...listed.map(({ object }) => object), ...gone].filter((object) => isIn(object, 'unknown'));
  if (unseen.length === 0) return passed();
  return failed(
    `Portcullis cannot see whether the ${script} script was run: these objects cannot be seen with the credentials of the config: ${objectNames(unseen)}.`,
    {
      help: `Run the whole ${script} script, with all its grants, then try again.`,
      failureClass: 'missing-grant',
    },
  );
}

/** Returns whether an object still has a value that the edit script should have changed. Other differences are drift. */
function isUnchanged(object: ObjectFacts, { ledger, observation }: ManualSetupRequest): boolean {
  const before = ledger.find(({ key }) => key === object.key);
  const { state, values = {} } = observation(object.key) ?? {};
  if (!before || state !== 'ours') return false;
  return Object.entries(object.desired).some(
    ([field, value]) => before.desired[field] !== value && Object.hasOwn(values, field) && values[field] !== value,
  );
}
