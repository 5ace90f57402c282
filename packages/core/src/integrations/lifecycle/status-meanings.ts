import type { IntegrationStatus } from './integration-status.ts';

/** The meaning of each status, one sentence. The transitions between them: the lifecycle table in `lifecycle.ts`. */
export const STATUS_MEANINGS: Readonly<Record<IntegrationStatus, string>> = Object.freeze({
  creating: 'It is being set up on its platform.',
  createError: 'The set-up failed; what was made has been undone, or stands in the journal as left over.',
  enabled: 'It is set up and active.',
  editing: 'It is being changed.',
  editError: 'The last change failed and was put back: config and platform are as they were before it.',
  deleting: 'It is being removed from its platform.',
  deleteError: 'The removal failed; what is still there works as before, and the journal says what is gone.',
  deleted: 'It is gone from its platform and from lists; its status can be asked for while pollers need it.',
  disabled: 'It was removed in the service alone; its platform was not cleaned.',
  migrating: 'What it has on its platform is being brought to the installed version of the plugin.',
  migrateError: 'Bringing it to the installed version of the plugin failed and was put back.',
  recurringValidationError:
    'The periodic check of an enabled integration failed; it is enabled again when the check passes.',
});
