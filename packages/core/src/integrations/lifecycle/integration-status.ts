/** Every status of an integration. What each means: the lifecycle table in `lifecycle.ts`. */
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
