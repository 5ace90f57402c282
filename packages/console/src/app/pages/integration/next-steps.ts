import type { Integration } from '@portcullis/client';

/** A link to the next step. */
export interface NextStep {
  readonly text: string;
  /** The part of the page. */
  readonly part: string;
}

const WATCH: readonly NextStep[] = [{ part: 'activity', text: 'An operation is running: follow its progress' }];

/** The next steps for each status other than the usual one. */
const STEPS: Readonly<Partial<Record<Integration['status'], readonly NextStep[]>>> = {
  creating: WATCH,
  editing: WATCH,
  deleting: WATCH,
  migrating: WATCH,
  createError: [
    { part: 'activity', text: 'See which statement failed and how to fix it' },
    { part: 'edit', text: 'Correct the settings and continue: the edit resumes the creation' },
    { part: 'delete', text: 'Or delete it, with everything that was made' },
  ],
  editError: [
    { part: 'activity', text: 'See which statement failed; everything is as it was before the edit' },
    { part: 'edit', text: 'Edit again' },
  ],
  deleteError: [
    { part: 'activity', text: 'See which statement failed and what has been removed already' },
    { part: 'delete', text: 'Delete again: the deletion continues from there' },
  ],
  migrateError: [
    { part: 'activity', text: 'See which statement failed; everything is as it was' },
    { part: 'maintenance', text: 'Migrate again' },
  ],
};

const DRIFT: NextStep = { part: 'drift', text: 'The platform has changed: see what is missing or different' };
const CHECK_DRIFT: NextStep = { part: 'drift', text: 'The platform may have changed: check for drift' };
const RESTORE: NextStep = {
  part: 'edit',
  text: 'Edit it with the same settings and privileged credentials: that makes missing objects again',
};
const ROTATE: NextStep = {
  part: 'maintenance',
  text: 'The platform refuses the service account: rotate its secret with privileged credentials',
};
const NEW_SECRET: NextStep = {
  part: 'edit',
  text: 'The platform refuses the service account: enter its present secret in an edit',
};

type IntegrationState = Pick<Integration, 'status' | 'autoBootstrap' | 'validationResults' | 'drifted'>;

/** Returns the steps that a user can take. */
export function nextSteps(integration: IntegrationState): readonly NextStep[] {
  const { status, drifted } = integration;
  const steps = status === 'recurringValidationError' ? afterFailedValidation(integration) : (STEPS[status] ?? []);
  return drifted && !steps.some(({ part }) => part === 'drift') ? [...steps, DRIFT] : steps;
}

/** After an automatic set-up, only the service knows the secret; after a manual one, it is in the settings. */
function afterFailedValidation({ autoBootstrap, validationResults, drifted }: IntegrationState): readonly NextStep[] {
  const isRefused = validationResults.validationTests.some(
    ({ status, failureClass }) => status === 'failed' && failureClass === 'credentials',
  );
  if (isRefused) return autoBootstrap ? [ROTATE, RESTORE] : [NEW_SECRET];
  const driftStep = drifted ? DRIFT : CHECK_DRIFT;
  return autoBootstrap ? [driftStep, RESTORE] : [driftStep];
}
