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
  recurringValidationError: [{ part: 'drift', text: 'The platform may have changed: check for drift' }],
};

/** Returns the steps that a user can take in a status. */
export function nextSteps(status: Integration['status']): readonly NextStep[] {
  return STEPS[status] ?? [];
}
