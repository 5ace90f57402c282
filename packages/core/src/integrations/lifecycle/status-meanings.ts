import type { IntegrationStatus } from './integration-status.ts';

/** The meaning of each status, in one sentence. The lifecycle table in `lifecycle.ts` has their transitions. */
export const STATUS_MEANINGS: Readonly<Record<IntegrationStatus, string>> = Object.freeze({
  creating: 'It is being set up on its platform.',
  createError: 'The set-up failed; the objects it made were removed, or the journal lists them as leftovers.',
  enabled: 'It is set up and active.',
  editing: 'It is being changed.',
  editError: 'The last change failed and was reverted: config and platform are as they were before it.',
  deleting: 'It is being removed from its platform.',
  deleteError: 'The removal failed; the remaining objects work as before, and the journal says which are gone.',
  deleted: 'It was removed from its platform and from lists; its status can still be read for a while.',
  disabled: 'It was removed from the service only; its platform was not cleaned up.',
  migrating: 'Its objects on the platform are being upgraded to the installed version of the plugin.',
  migrateError: 'The upgrade to the installed version of the plugin failed and was reverted.',
  recurringValidationError:
    'The periodic check of an enabled integration failed; it is enabled again when the check passes.',
});
