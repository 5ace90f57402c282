import { type Observation, passed, type SetupMode, type ValidatedOperation, warned } from '@portcullis/plugin-api';
import type { ObjectFacts } from '../../changes/plan/change-set.ts';
import type { ListedObject } from '../../changes/plan/derive-changes.ts';
import { isExecutable } from '../../changes/plan/is-executable.ts';
import { notApplicableReason } from './not-applicable-reason.ts';
import { DEFAULT_TEST_DEADLINE_MS, type RunnableTest } from './runnable-test.ts';

/** Input of the test. */
export interface ConflictingObjectsRequest {
  readonly listed: readonly ListedObject[];
  readonly operation: ValidatedOperation;
  readonly mode: SetupMode;
  readonly ledger: readonly Pick<ObjectFacts, 'key'>[];
  /** Returns an observation; available after the gates. */
  observation(key: string): Observation | undefined;
}

/** Creates the test that no foreign object has the name of an object without `absentTest`. The set-up stops at such an object. */
export function conflictingObjectsTest({
  listed,
  operation,
  mode,
  ledger,
  observation,
}: ConflictingObjectsRequest): RunnableTest | undefined {
  const untested = listed
    .filter(
      ({ declared, object }) =>
        declared.absentTest === undefined && object.sharing === 'exclusive' && isExecutable(object, mode),
    )
    .map(({ object }) => object);
  if (untested.length === 0) return undefined;
  const isCheckedNow = operation === 'create' || operation === 'edit';
  return {
    id: 'no-conflicting-objects',
    name: 'No Conflicting Objects Exist',
    phase: 'prerequisite',
    mandatory: false,
    dependsOn: [],
    affects: [],
    deadlineMs: DEFAULT_TEST_DEADLINE_MS,
    notApplicable: isCheckedNow ? undefined : notApplicableReason(['create', 'edit']),
    run: async () => {
      const foreign = untested.filter(
        ({ key }) => observation(key)?.state === 'foreign' && !ledger.some((object) => object.key === key),
      );
      if (foreign.length === 0) return passed();
      return warned(foreign.map(conflictMessage).join(' '), {
        failureClass: 'already-exists',
        help: 'Choose other names, or ask the owner to remove the objects that are no longer needed.',
      });
    },
  };
}

/** Returns the message about a foreign object that has the name of one of ours. */
export function conflictMessage({ kind, name }: Pick<ObjectFacts, 'kind' | 'name'>): string {
  return `The ${kind} ${name} exists and was not made by Portcullis: the set-up would stop there.`;
}
