/** Every status of an integration. The lifecycle table in `lifecycle.ts` has their transitions. */
export const INTEGRATION_STATUSES = [
  'creating',
  'createError',
  'enabled',
  'editing',
  'editError',
  'deleting',
  'deleteError',
  'deleted',
  'disabled',
  'migrating',
  'migrateError',
  'recurringValidationError',
] as const;

/** The status of an integration. */
export type IntegrationStatus = (typeof INTEGRATION_STATUSES)[number];
