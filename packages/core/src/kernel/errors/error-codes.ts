/** The facts of an error code. */
export interface ErrorCodeFacts {
  /** The HTTP status that answers carry. */
  readonly statusCode: number;
  /** The phrase of `error` in answers: the interface's own where it has one. */
  readonly error: string;
  /** When it happens, for the error index of the docs. */
  readonly when: string;
  /** The remedy for the caller. */
  readonly help: string;
}

/** Every code of an answer or a rejected promise of the core. The docs' error index is made from this table. */
export const ERROR_CODES = {
  ADOPTION_REFUSED: {
    statusCode: 409,
    error: 'Conflict',
    when: 'Something that was to be adopted is missing, is not ours, or cannot be adopted.',
    help: 'Send the request with dryRun to see what is there. Set up what details name as missing; for what another instance made, name that in instanceId.',
  },
  OBJECT_NOT_UNCLEAR: {
    statusCode: 409,
    error: 'Conflict',
    when: 'A decision was sent about an object of which it is clear whose it is, or that is in no ledger.',
    help: 'Use a key of details: they are the objects that wait for a decision.',
  },
  CONTENTS_NOT_OURS: {
    statusCode: 409,
    error: 'Conflict',
    when: 'A database or another container that is to be dropped holds what the integration has not made, or cannot be looked into.',
    help: 'Move or remove what the message names. To drop the container with everything in it, send the request with dropContents.',
  },
  REMOVAL_REFUSED: {
    statusCode: 409,
    error: 'Conflict',
    when: 'The host refuses that something is dropped.',
    help: 'See details for what would go. The message says why the host refuses it: do that first.',
  },
  BODY_INVALID: {
    statusCode: 400,
    error: 'Bad request',
    when: 'The body is not what the operation takes.',
    help: 'See details: each entry names a path and what is wrong there.',
  },
  PARAMETER_INVALID: {
    statusCode: 400,
    error: 'Bad request',
    when: 'A path or query parameter has no valid value.',
    help: 'See details for the parameter and its values.',
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
    when: 'autoBootstrap has a value that the type or the operation does not take.',
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
    when: 'Credentials were sent where none are taken.',
    help: 'Send the request without a body.',
  },
  CREDENTIALS_MISSING: {
    statusCode: 400,
    error: 'Bad request',
    when: 'An automatically configured integration needs privileged credentials for this.',
    help: 'Send the credentials of an account with the privileges of the set-up in the body.',
  },
  REDACTED_VALUE: {
    statusCode: 400,
    error: 'Bad request',
    when: 'The redaction marker was sent for a value that is not stored, or that would be sent to another place.',
    help: 'Send the real value.',
  },
  SCRIPT_NOT_AVAILABLE: {
    statusCode: 400,
    error: 'Bad request',
    when: 'The type has no script of this kind.',
    help: 'Use one of the types in details; POST /integrations/privileges says what a config of any type takes.',
  },
  TARGET_FAILED_BEFORE: {
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
    when: 'An integration exists on this target already.',
    help: 'Use the integration that the message names. Retry-After is there while an operation runs on it.',
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
  MIGRATION_NOT_POSSIBLE: {
    statusCode: 409,
    error: 'Conflict',
    when: 'The integration cannot be brought to the version of the installed plugin by a migration.',
    help: 'The message says why. PUT with a whole config brings it there as well.',
  },
  PLUGIN_OUTDATED: {
    statusCode: 409,
    error: 'Conflict',
    when: 'The integration was set up by a newer version of its plugin than the one that is installed.',
    help: 'Install the version that the message names, or a later one. Until then it can be read and force-disabled.',
  },
  ROTATION_NOT_AVAILABLE: {
    statusCode: 400,
    error: 'Bad request',
    when: 'The integration has no secret of its own that can be rotated.',
    help: 'Change its credentials with PUT.',
  },
  ROTATION_OUT_OF_TURN: {
    statusCode: 409,
    error: 'Conflict',
    when: 'The secret of an integration that is not enabled was to be rotated.',
    help: 'Bring it to enabled with PUT first.',
  },
  VALIDATION_FAILED: {
    statusCode: 422,
    error: 'Unprocessable entity',
    when: 'A validation test failed.',
    help: 'See validationResults: each failed test says what to do.',
  },
  VERSION_MISMATCH: {
    statusCode: 412,
    error: 'Precondition Failed',
    when: 'If-Match names another version than the stored one.',
    help: 'Read the integration again and repeat your change.',
  },
  PLAN_CHANGED: {
    statusCode: 412,
    error: 'Precondition Failed',
    when: 'If-Plan names another plan than the one that would run.',
    help: 'Repeat the dry run, read the new plan, and send its hash.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    statusCode: 422,
    error: 'Unprocessable entity',
    when: 'The Idempotency-Key was used for another request.',
    help: 'Use a new key for each new request.',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    statusCode: 409,
    error: 'Conflict',
    when: 'A request with this Idempotency-Key is still running.',
    help: 'Wait and repeat the request.',
  },
  WEBHOOK_BACKLOG_FULL: {
    statusCode: 503,
    error: 'Service unavailable',
    when: 'notify() was called while as many deliveries waited for an endpoint as may, and the policy is to reject.',
    help: 'Wait until the receiver has caught up, pause or delete the webhook, or choose another backlog policy.',
  },
  KEY_MISSING: {
    statusCode: 401,
    error: 'Unauthorized',
    when: 'The request carries no API key.',
    help: 'Send it in the Authorization header.',
  },
  KEY_UNKNOWN: {
    statusCode: 401,
    error: 'Unauthorized',
    when: 'The API key is not known, has expired or was revoked.',
    help: 'Ask an administrator for a new key.',
  },
  PERMISSION_MISSING: {
    statusCode: 403,
    error: 'Forbidden',
    when: 'The caller lacks the permission that the operation requires.',
    help: 'Use a key that has the permission that the message names.',
  },
  WEBHOOK_NOT_FOUND: {
    statusCode: 404,
    error: 'Not found',
    when: 'No webhook of the caller has this id.',
    help: 'List the webhooks to see their ids.',
  },
  HISTORY_RECORD_NOT_FOUND: {
    statusCode: 404,
    error: 'Not found',
    when: 'No history record that the caller can see has this id.',
    help: 'List the history to see the ids.',
  },
  NO_WEBHOOK_CREATED: {
    statusCode: 400,
    error: 'Bad request',
    when: 'None of the webhooks in the body could be created.',
    help: 'See errors: each entry names the element and what is wrong.',
  },
  WEBHOOK_URL_REFUSED: {
    statusCode: 400,
    error: 'Bad request',
    when: 'The URL of a webhook is not one that deliveries may go to.',
    help: 'Use a public https address, or have whoever runs the service allow this one.',
  },
  KIND_UNKNOWN: {
    statusCode: 400,
    error: 'Bad request',
    when: 'A notification kind is not in the catalogue.',
    help: 'GET /webhooks/actions lists the valid kinds.',
  },
  NOTIFICATION_INVALID: {
    statusCode: 400,
    error: 'Bad request',
    when: 'The host passed metadata that does not fit the kind.',
    help: 'See details for the fields.',
  },
  API_KEY_NOT_FOUND: {
    statusCode: 404,
    error: 'Not found',
    when: 'No API key of the caller has this id.',
    help: 'List the keys to see their ids.',
  },
  RATE_LIMITED: {
    statusCode: 429,
    error: 'Too Many Requests',
    when: 'The caller did this too often.',
    help: 'Wait as long as Retry-After says.',
  },
  ROUTE_NOT_FOUND: {
    statusCode: 404,
    error: 'Not found',
    when: 'No resource has this path.',
    help: 'See GET /openapi.json for the paths.',
  },
  METHOD_NOT_ALLOWED: {
    statusCode: 405,
    error: 'Method Not Allowed',
    when: 'The resource does not have this method.',
    help: 'Use one of the methods in the Allow header.',
  },
  NOT_ACCEPTABLE: {
    statusCode: 406,
    error: 'Not Acceptable',
    when: 'The answer cannot be given in an accepted media type.',
    help: 'Accept application/json.',
  },
  BODY_TIMEOUT: {
    statusCode: 408,
    error: 'Request Timeout',
    when: 'The body was not whole in time.',
    help: 'Send the request again. For slow lines the host can raise bodyTimeoutMs.',
  },
  BODY_TOO_LARGE: {
    statusCode: 413,
    error: 'Payload Too Large',
    when: 'The body is larger than the limit.',
    help: 'Send less, or have whoever runs the service raise the limit.',
  },
  MEDIA_TYPE_UNSUPPORTED: {
    statusCode: 415,
    error: 'Unsupported Media Type',
    when: 'The Content-Type of the body is not one that the resource takes.',
    help: 'Use one of the media types in the message.',
  },
  OPTIONS_INVALID: {
    statusCode: 500,
    error: 'Internal Server Error',
    when: 'createPortcullis, createHttpHandler or a plugin got options that do not fit.',
    help: 'Mend the option that the message names.',
  },
  CLOSED: {
    statusCode: 503,
    error: 'Service Unavailable',
    when: 'The instance is closing or closed.',
    help: 'Send the request to another node, or later.',
  },
  SECRET_KEY_UNKNOWN: {
    statusCode: 500,
    error: 'Internal Server Error',
    when: 'A stored secret was sealed with a key that is not configured.',
    help: 'Configure the key with the id in details.',
  },
  SECRET_DAMAGED: {
    statusCode: 500,
    error: 'Internal Server Error',
    when: 'A stored secret could not be opened with its key.',
    help: 'Restore the store or set the secret again with PUT.',
  },
  INTERNAL: {
    statusCode: 500,
    error: 'Internal Server Error',
    when: 'Something unexpected happened.',
    help: 'Give the requestId to whoever runs the service: the log says under it what happened.',
  },
} as const satisfies Readonly<Record<string, ErrorCodeFacts>>;

/** A code of {@link ERROR_CODES}. */
export type ErrorCode = keyof typeof ERROR_CODES;
