import type { Integration } from '@portcullis/client';

/** Something that leads on. */
export interface NextStep {
  readonly text: string;
  /** The part of the page. */
  readonly part: string;
}

const WATCH: readonly NextStep[] = [{ part: 'activity', text: 'An operation is under way: watch it' }];

/** The next steps for each status other than the usual one. */
const STEPS: Readonly<Partial<Record<Integration['status'], readonly NextStep[]>>> = {
  creating: WATCH,
  editing: WATCH,
  deleting: WATCH,
  migrating: WATCH,
  createError: [
    { part: 'activity', text: 'See which statement failed, and what mends it' },
    { part: 'edit', text: 'Put it right and go on: the edit takes up where the creation stopped' },
    { part: 'delete', text: 'Or delete it, with what was made' },
  ],
  editError: [
    { part: 'activity', text: 'See which statement failed; everything is as it was before the edit' },
    { part: 'edit', text: 'Edit again' },
  ],
  deleteError: [
    { part: 'activity', text: 'See which statement failed, and what is gone already' },
    { part: 'delete', text: 'Delete again: it goes on from there' },
  ],
  migrateError: [
    { part: 'activity', text: 'See which statement failed; everything is as it was' },
    { part: 'maintenance', text: 'Migrate again' },
  ],
  recurringValidationError: [{ part: 'drift', text: 'The platform may have changed: look for drift' }],
};

/** Returns the steps that a person can take in a status. */
export function nextSteps(status: Integration['status']): readonly NextStep[] {
  return STEPS[status] ?? [];
}
