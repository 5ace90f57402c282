import type { ErrorCodeFacts } from './error-code-facts.ts';

/** Codes about integrations, their plugins and their targets. */
export const INTEGRATION_CODES = {
  ADOPTION_REFUSED: {
    statusCode: 409,
    error: 'Conflict',
    when: 'An object to adopt is missing, is not ours, or cannot be adopted.',
    help: 'Send the request with dryRun to see which objects exist. Create the objects that details lists as missing; for objects of another instance, send its id as instanceId.',
  },
  NO_DECISION_PENDING: {
    statusCode: 409,
    error: 'Conflict',
    when: 'A decision was sent about an object that needs none: its owner is known, or it is not in the ledger.',
    help: 'Use a key from details, which lists the objects that wait for a decision.',
  },
  FOREIGN_CONTENTS: {
    statusCode: 409,
    error: 'Conflict',
    when: 'A database or another container to be dropped holds objects that the integration has not made, or its contents cannot be seen.',
    help: 'Move or remove the objects that the message names. To drop the container with all its contents, send the request with dropContents.',
  },
  REMOVAL_REFUSED: {
    statusCode: 409,
    error: 'Conflict',
    when: 'The host refuses the drop of an object.',
    help: 'See details for the objects that would be dropped. The message says why the host refuses: resolve that first.',
  },
  TYPE_UNKNOWN: {
    statusCode: 400,
    error: 'Bad request',
    when: 'No plugin of this type is installed.',
    help: 'Use one of the types in details, or install the plugin.',
  },
  AUTO_BOOTSTRAP_INVALID: {
    statusCode: 400,
    error: 'Bad request',
    when: 'autoBootstrap has a value that the type or the operation does not allow.',
    help: 'Send the value that the message names.',
  },
  TYPE_NOT_EDITABLE: {
    statusCode: 400,
    error: 'Bad request',
    when: 'PUT was sent for a type that cannot be edited.',
    help: 'Delete the integration and create it again.',
  },
  ATTRIBUTES_NOT_EDITABLE: {
    statusCode: 400,
    error: 'Bad request',
    when: 'PUT changes attributes that cannot be changed.',
    help: 'Send the listed paths as they are stored.',
  },
  CREDENTIALS_REFUSED: {
    statusCode: 400,
    error: 'Bad request',
    when: 'Credentials were sent, but the operation takes none.',
    help: 'Send the request without a body.',
  },
  CREDENTIALS_MISSING: {
    statusCode: 400,
    error: 'Bad request',
    when: 'An automatically configured integration needs privileged credentials for this.',
    help: 'Send the credentials of an account with the privileges of the set-up in the body.',
  },
  SCRIPT_NOT_AVAILABLE: {
    statusCode: 400,
    error: 'Bad request',
    when: 'The type has no script of this kind.',
    help: 'Use one of the types in details. For every type, POST /integrations/privileges returns the privileges that a config needs.',
  },
  TARGET_CREATION_FAILED: {
    statusCode: 400,
    error: 'Bad Request',
    when: 'An earlier creation for the same target failed.',
    help: 'Use PUT on the integration that the message names (DELETE for types without PUT).',
  },
  INTEGRATION_NOT_FOUND: {
    statusCode: 404,
    error: 'Not found',
    when: 'No integration has this id.',
    help: 'List the integrations to see their ids.',
  },
  TARGET_TAKEN: {
    statusCode: 409,
    error: 'Conflict',
    when: 'An integration already exists on this target.',
    help: 'Use the integration that the message names. The response has Retry-After while an operation runs on it.',
  },
  INTEGRATION_BUSY: {
    statusCode: 409,
    error: 'Conflict',
    when: 'The integration is being created, edited, deleted or migrated.',
    help: 'Poll the status and try again; Retry-After says when.',
  },
  INTEGRATION_ENDED: {
    statusCode: 409,
    error: 'Conflict',
    when: 'The integration was deleted or disabled.',
    help: 'Create it again with POST.',
  },
  MIGRATION_NOT_AVAILABLE: {
    statusCode: 409,
    error: 'Conflict',
    when: 'A migration cannot upgrade the integration to the version of the installed plugin.',
    help: 'The message says why. A PUT with a complete config upgrades it as well.',
  },
  PLUGIN_OUTDATED: {
    statusCode: 409,
    error: 'Conflict',
    when: 'The integration was set up by a newer version of its plugin than the one that is installed.',
    help: 'Install the version that the message names, or a later one. Until then it can be read and force-disabled.',
  },
  PLUGIN_NOT_INSTALLED: {
    statusCode: 409,
    error: 'Conflict',
    when: 'The plugin of an existing integration is no longer installed.',
    help: 'Install the plugin of the type that the message names. Until then the integration can be read and force-disabled.',
  },
  PLUGIN_FAILED: {
    statusCode: 500,
    error: 'Internal Server Error',
    when: 'A plugin failed in a function that must not throw, such as objects.',
    help: 'Give the requestId to the operator of the service: the log names the plugin, the function and the error under this id. Report them to the author of the plugin.',
  },
  ROTATION_NOT_AVAILABLE: {
    statusCode: 400,
    error: 'Bad request',
    when: 'The integration has no secret of its own that can be rotated.',
    help: 'Change its credentials with PUT.',
  },
  INTEGRATION_NOT_ENABLED: {
    statusCode: 409,
    error: 'Conflict',
    when: 'A rotation was requested for an integration that is not enabled.',
    help: 'Use PUT to return the integration to enabled, then rotate.',
  },
  VALIDATION_FAILED: {
    statusCode: 422,
    error: 'Unprocessable entity',
    when: 'A validation test failed.',
    help: 'See validationResults: each failed test says how to fix it.',
  },
  PLAN_CHANGED: {
    statusCode: 412,
    error: 'Precondition Failed',
    when: 'If-Plan names another plan than the one that would run.',
    help: 'Repeat the dry run, read the new plan, and send its hash.',
  },
} as const satisfies Readonly<Record<string, ErrorCodeFacts>>;
