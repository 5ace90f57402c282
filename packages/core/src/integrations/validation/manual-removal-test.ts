import { type FailureClass, failed, type Observation, passed, type TestOutcome, warned } from '@portcullis/plugin-api';
import { observeObjects } from '../../changes/observe/observe.ts';
import type { ObjectFacts } from '../../changes/plan/change-set.ts';
import { objectNames } from '../../changes/plan/object-names.ts';
import type { ValidationTestResult } from '../views/validation-results.ts';
import type { ManualRemoval } from './manual-removal.ts';
import { notApplicableReason } from './not-applicable-reason.ts';
import { optionalRemediation, remedyOfRemaining } from './remedies.ts';
import { DEFAULT_TEST_DEADLINE_MS, type RunnableTest } from './runnable-test.ts';
import type { ValidationRequest } from './validation-request.ts';

/** The id of the test. */
export const MANUAL_REMOVAL_TEST = 'manual-removal-complete';

/** The failures that a platform reports for an account or a database that the delete script has removed. */
export const REMOVED_CLASSES: readonly FailureClass[] = ['credentials', 'not-found', 'missing-grant'];

/** Additional input of the test. */
export interface ManualRemovalRequest extends ValidationRequest {
  /** True if the type has objects that a script creates. */
  readonly hasScript: boolean;
  observation(key: string): Observation | undefined;
  /** Returns the failed gate; available after the gates. */
  failedGate(): ValidationTestResult | undefined;
}

/**
 * Creates the test "was the delete script run?" for every type with manual set-up. All objects of the script count. It fails for
 * objects that cannot be observed; `forceDisable` is then the remedy.
 *
 * The delete script removes the account last, and with it the only credential that could observe the objects. If the account
 * could sign in when the script was returned and is refused now, the script may have finished, or the account was dropped
 * manually: the DELETE continues, with a warning that names every object that was not observed. If the script was not returned, a
 * refused account proves nothing, and the test fails.
 *
 * Source: docs/concepts/lifecycle.md, "Removing a manual set-up".
 */
export function manualRemovalTest(request: ManualRemovalRequest): RunnableTest | undefined {
  if (!request.hasScript) return undefined;
  const { mode, operation, removal } = request;
  const notManual = 'This is checked for manual set-up only.';
  return {
    id: MANUAL_REMOVAL_TEST,
    name: 'Validate Manual: Delete Script Was Run',
    phase: 'prerequisite',
    mandatory: true,
    dependsOn: [],
    affects: [],
    deadlineMs: DEFAULT_TEST_DEADLINE_MS,
    notApplicable: mode === 'manual' ? (removal ? undefined : notApplicableReason(['delete'])) : notManual,
    runsDespite: operation === 'delete' ? REMOVED_CLASSES : [],
    run: async (signal) => evaluate(request, removal?.objects ?? [], await observeRemoval(request, signal), removal),
  };
}

type Seen = (key: string) => Observation | undefined;

/** Observes again after a failed gate, stage by stage, because a database may be dropped while the account still exists. */
async function observeRemoval(request: ManualRemovalRequest, signal: AbortSignal): Promise<Seen> {
  const gate = request.failedGate();
  if (!gate) return request.observation;
  if (gate.failureClass === 'credentials') return () => undefined;
  const observations = await observeObjects(
    { ...request, actor: 'service', signal, onUnseen: () => {} },
    request.removal?.objects ?? [],
  );
  return (key) => observations.get(key);
}

function evaluate(
  request: ManualRemovalRequest,
  objects: readonly ObjectFacts[],
  seen: Seen,
  removal: ManualRemoval | undefined,
): TestOutcome {
  const stateOf = ({ key }: ObjectFacts): Observation['state'] => seen(key)?.state ?? 'unknown';
  const left = objects.filter((object) => stateOf(object) === 'ours');
  if (left.length > 0)
    return failed(`Still on the platform: ${objectNames(left)}.`, {
      failureClass: 'in-use',
      help: 'Run the delete script, then try again, or send forceDisable to leave them there.',
      ...optionalRemediation(remedyOfRemaining(request, left, 'delete')),
    });
  const unseen = objects.filter((object) => stateOf(object) === 'unknown');
  if (unseen.length === 0) return passed();
  const isRefused = request.failedGate()?.failureClass === 'credentials';
  if (isRefused && removal?.isScriptIssued && !request.definition.ownCredential)
    return warned(`Not observed: ${objectNames(unseen)}. ${REFUSED_ACCOUNT}`, {
      failureClass: 'credentials',
      help: 'If a part of the script did not run, remove what it names.',
      ...optionalRemediation(remedyOfRemaining(request, unseen, 'delete')),
    });
  const why = isRefused
    ? 'the platform refuses the account'
    : `these objects cannot be seen with the stored credentials: ${objectNames(unseen)}`;
  return failed(`Portcullis cannot see whether the delete script was run: ${why}.`, {
    failureClass: isRefused ? 'credentials' : 'missing-grant',
    help: 'Make sure that nothing is left on the platform, then send forceDisable to delete the integration from the service only.',
  });
}

const REFUSED_ACCOUNT =
  'The platform refuses the account, as it does after the delete script, which drops the account last; without the account nothing can be looked at.';
