/** The facts of an error code. */
export interface ErrorCodeFacts {
  /** The HTTP status that answers carry. */
  readonly statusCode: number;
  /** The phrase of `error` in responses: that of the interface, if it has one. */
  readonly error: string;
  /** The cause, for the error index of the docs. */
  readonly when: string;
  /** The remedy for the caller. */
  readonly help: string;
}

/** Every code of a response or a rejected promise of the core. The error index of the docs is generated from this table. */
export const ERROR_CODES = {
  ADOPTION_REFUSED: {
    statusCode: 409,
    error: 'Conflict',
    when: 'An object to adopt is missing, is not ours, or cannot be adopted.',
    help: 'Send the request with dryRun to see which objects exist. Create the objects that details lists as missing; for objects of another instance, send its id as instanceId.',
  },
  OBJECT_NOT_UNCLEAR: {
    statusCode: 409,
    error: 'Conflict',
    when: 'A decision was sent about an object whose owner is clear, or that is not in the ledger.',
    help: 'Use a key from details, which lists the objects that wait for a decision.',
  },
  CONTENTS_NOT_OURS: {
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
  BODY_INVALID: {
    statusCode: 400,
    error: 'Bad request',
    when: 'The body is not valid for the operation.',
    help: 'See details: each entry names a path and its problem.',
  },
  PARAMETER_INVALID: {
    statusCode: 400,
    error: 'Bad request',
    when: 'A path or query parameter has an invalid value.',
    help: 'See details for the parameter and its valid values.',
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
    help: 'Use one of the types in details. For every type, POST /integrations/privileges returns the privileges that a config needs.',
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
    when: 'An integration already exists on this target.',
    help: 'Use the integration that the message names. The answer has Retry-After while an operation runs on it.',
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
    help: 'The message says why. A PUT with a complete config also brings it to that version.',
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
    when: 'A rotation was requested for an integration that is not enabled.',
    help: 'First bring the integration to enabled with PUT.',
  },
  VALIDATION_FAILED: {
    statusCode: 422,
    error: 'Unprocessable entity',
    when: 'A validation test failed.',
    help: 'See validationResults: each failed test says how to fix it.',
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
    when: 'notify() was called while the queue of an endpoint was full, and the backlog policy is to reject.',
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
    help: 'Use a key with the permission that the message names.',
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
    help: 'See errors: each entry names the element and its problem.',
  },
  WEBHOOK_URL_REFUSED: {
    statusCode: 400,
    error: 'Bad request',
    when: 'Deliveries may not go to the URL of the webhook.',
    help: 'Use a public https address, or ask the operator of the service to allow this one.',
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
    when: 'The host passed metadata that is not valid for the kind.',
    help: 'See details for the fields.',
  },
  API_KEY_NOT_FOUND: {
    statusCode: 404,
    error: 'Not found',
    when: 'No API key of the caller has this id.',
    help: 'List the keys to see their ids.',
  },
  TENANT_ID_INVALID: {
    statusCode: 400,
    error: 'Bad request',
    when: 'The id of a tenant is not 1 to 128 characters without control characters.',
    help: "Use the host's own id of the customer, such as a UUID.",
  },
  TENANT_UNKNOWN: {
    statusCode: 404,
    error: 'Not found',
    when: 'No tenant has this id, or it is being removed.',
    help: "Create it with tenants.create, or set the option tenants.create to 'on-first-use'.",
  },
  TENANT_EXISTS: {
    statusCode: 409,
    error: 'Conflict',
    when: 'A tenant with this id exists, or has not been removed completely.',
    help: 'Use the existing tenant, or another id.',
  },
  TENANT_IN_USE: {
    statusCode: 409,
    error: 'Conflict',
    when: 'A tenant is to be removed that has integrations; or it is to be removed, exported or imported while work on it is running.',
    help: 'Wait until what the message names has ended. Before a removal, remove the integrations, or call tenants.remove with leaveOnPlatforms.',
  },
  EXPORT_DAMAGED: {
    statusCode: 400,
    error: 'Bad request',
    when: 'The file of a tenant that is to be imported is incomplete, or was changed.',
    help: 'Export the tenant again, and keep every line of the file as it is.',
  },
  EXPORT_VERSION_UNKNOWN: {
    statusCode: 400,
    error: 'Bad request',
    when: 'The file of a tenant that is to be imported was written by a version of the library with another format.',
    help: 'Export and import with the same version of the library.',
  },
  EXPORT_KEY_WRONG: {
    statusCode: 400,
    error: 'Bad request',
    when: 'The secrets of a tenant that is to be imported are sealed to another key than the one that was passed.',
    help: 'Pass the private key that belongs to the public key of the export.',
  },
  IMPORT_CONFLICT: {
    statusCode: 409,
    error: 'Conflict',
    when: 'A tenant that is to be imported has an id, or the hash of a key, that a record of this database has.',
    help: 'Remove the copy that was imported before. Give databases between which tenants move different cells.',
  },
  TENANT_SUSPENDED: {
    statusCode: 403,
    error: 'Forbidden',
    when: 'The tenant of the request is suspended.',
    help: 'Resume it with tenants.resume.',
  },
  TENANT_MISMATCH: {
    statusCode: 403,
    error: 'Forbidden',
    when: 'The principal of a call belongs to another tenant than the service that was called.',
    help: "Call the services of portcullis.tenant(id) with the id of the principal's tenant.",
  },
  RATE_LIMITED: {
    statusCode: 429,
    error: 'Too Many Requests',
    when: 'The caller sent too many requests.',
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
    when: 'The resource does not support this method.',
    help: 'Use one of the methods in the Allow header.',
  },
  NOT_ACCEPTABLE: {
    statusCode: 406,
    error: 'Not Acceptable',
    when: 'The answer is not available in an accepted media type.',
    help: 'Accept application/json.',
  },
  BODY_TIMEOUT: {
    statusCode: 408,
    error: 'Request Timeout',
    when: 'The body did not arrive completely in time.',
    help: 'Send the request again. For slow connections, the host can raise bodyTimeoutMs.',
  },
  BODY_TOO_LARGE: {
    statusCode: 413,
    error: 'Payload Too Large',
    when: 'The body is larger than the limit.',
    help: 'Send a smaller body, or ask the operator of the service to raise the limit.',
  },
  MEDIA_TYPE_UNSUPPORTED: {
    statusCode: 415,
    error: 'Unsupported Media Type',
    when: 'The resource does not accept the Content-Type of the body.',
    help: 'Use one of the media types in the message.',
  },
  OPTIONS_INVALID: {
    statusCode: 500,
    error: 'Internal Server Error',
    when: 'createPortcullis, createHttpHandler or a plugin got invalid options.',
    help: 'Correct the option that the message names.',
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
    help: 'Give the requestId to the operator of the service: the log has the details under it.',
  },
} as const satisfies Readonly<Record<string, ErrorCodeFacts>>;

/** A code of {@link ERROR_CODES}. */
export type ErrorCode = keyof typeof ERROR_CODES;
