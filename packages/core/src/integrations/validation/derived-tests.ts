import type { Observation, TestOutcome, ValidatedOperation } from '@portcullis/plugin-api';
import { failed, passed, warned } from '@portcullis/plugin-api';
import type { ObjectFacts } from '../../changes/plan/change-set.ts';
import type { ListedObject } from '../../changes/plan/derive-changes.ts';
import { isExecutable } from '../../changes/plan/is-executable.ts';
import type { DisabledObject } from './disabled-objects.ts';
import { isScripted } from './manual-setup-test.ts';
import { notApplicableReason } from './not-applicable-reason.ts';
import { optionalRemediation, type RemedySource, remedyOfMissing, remedyOfUnseen } from './remedies.ts';
import { DEFAULT_TEST_DEADLINE_MS, type RunnableTest } from './runnable-test.ts';

/** Dependencies of the tests that are derived from managed objects. */
export interface DerivedTestRequest extends RemedySource {
  readonly listed: readonly ListedObject[];
  /** Objects that a setting omits, whose tests are listed and not run. */
  readonly disabled: readonly DisabledObject[];
  readonly operation: ValidatedOperation;
  /** True if the type has a cleanup script, which types without a script language do not have. */
  readonly hasScripts: boolean;
  /** Our objects according to the ledger. */
  readonly ledger: readonly Pick<ObjectFacts, 'key' | 'name'>[];
  /** Returns an observation; available after the gates. */
  observation(key: string): Observation | undefined;
}

/** A derived test and the id of the test before it. */
export interface PlacedTest {
  readonly test: RunnableTest;
  readonly after: string | undefined;
}

/** Creates the tests "does not exist yet" and "exists" of a list of objects. */
export function derivedTests(request: DerivedTestRequest): readonly PlacedTest[] {
  const all = [...request.listed.map((listed) => ({ listed, reason: undefined })), ...request.disabled];
  return all.flatMap(({ listed, reason }) => [
    ...absentTest(listed, request, reason),
    ...presentTest(listed, request, reason),
  ]);
}

function absentTest(listed: ListedObject, request: DerivedTestRequest, off?: string): readonly PlacedTest[] {
  const { declared, object } = listed;
  if (!declared.absentTest) return [];
  const { kind, name, key } = object;
  const existing = request.ledger.find((object) => object.key === key);
  const remedy = request.hasScripts ? 'Run the cleanup script' : 'Remove it on the platform';
  const evaluate = (): TestOutcome => {
    const state = request.observation(key)?.state;
    if (state === 'absent') return passed();
    if (state === 'foreign') {
      return failed(`A ${kind} named ${name} exists and was not made by Portcullis.`, {
        failureClass: 'already-exists',
        help: 'Choose another name, or remove it if it is no longer needed.',
      });
    }
    // An interrupted edit has renamed it; the next edit continues from there.
    if (state === 'ours' && existing) return passed();
    if (state === 'ours') {
      return failed(`A ${kind} named ${name} exists from an earlier set-up of this target.`, {
        failureClass: 'already-exists',
        help: `${remedy}, then try again.`,
      });
    }
    return warned(`These credentials cannot see whether a ${kind} named ${name} exists.`, {
      failureClass: 'missing-grant',
      ...optionalRemediation(remedyOfUnseen(request, listed)),
    });
  };
  const reason = !isExecutable(object, request.mode)
    ? `An administrator creates the ${kind}.`
    : existing?.name === name
      ? `The ${kind} ${name} belongs to this integration.`
      : inOperations(request.operation, ['create', 'edit']);
  return [
    { test: derived(declared.absentTest, affected(listed), off ?? reason, evaluate), after: declared.absentTest.after },
  ];
}

function presentTest(listed: ListedObject, request: DerivedTestRequest, off?: string): readonly PlacedTest[] {
  const { declared, object } = listed;
  if (!declared.presentTest) return [];
  const { kind, name, key } = object;
  const evaluate = (): TestOutcome => {
    const state = request.observation(key)?.state;
    if (state === 'ours' || state === 'foreign') return passed();
    if (state === 'absent') {
      const script = request.operation === 'edit' ? 'edit' : 'create';
      const help =
        object.sharing === 'required'
          ? 'It must exist before the integration is set up.'
          : `Run the ${script} script, then try again.`;
      return failed(`The ${kind} ${name} does not exist.`, {
        failureClass: 'not-found',
        help,
        ...optionalRemediation(remedyOfMissing(request, [listed])),
      });
    }
    const mustBeSeen = isScripted(object) && request.operation !== 'recurring';
    return (mustBeSeen ? failed : warned)(`These credentials cannot see whether the ${kind} ${name} exists.`, {
      failureClass: 'missing-grant',
      ...optionalRemediation(remedyOfUnseen(request, listed)),
    });
  };
  const expected = object.sharing === 'required' || !isExecutable(object, request.mode);
  const reason = expected
    ? inOperations(request.operation, ['create', 'edit', 'recurring'])
    : `Portcullis creates the ${kind} itself.`;
  return [
    {
      test: derived(declared.presentTest, affected(listed), off ?? reason, evaluate),
      after: declared.presentTest.after,
    },
  ];
}

function affected({ declared }: ListedObject): readonly string[] {
  return declared.feature === undefined ? [] : [declared.feature];
}

function inOperations(operation: ValidatedOperation, operations: readonly ValidatedOperation[]): string | undefined {
  return operations.includes(operation) ? undefined : notApplicableReason(operations);
}

function derived(
  { id, name }: { readonly id: string; readonly name: string },
  affects: readonly string[],
  notApplicable: string | undefined,
  evaluate: () => TestOutcome,
): RunnableTest {
  return {
    id,
    name,
    affects,
    phase: 'prerequisite',
    mandatory: true,
    dependsOn: [],
    deadlineMs: DEFAULT_TEST_DEADLINE_MS,
    notApplicable,
    run: async () => evaluate(),
  };
}
