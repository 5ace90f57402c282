import type { FailureRow } from '@portcullis/plugin-api';

/** The code for a workspace that only networks with its private link reach. The platform has none: it redirects to a page. */
export const PRIVATE_LINK_ONLY = 'PRIVATE_LINK_VALIDATION_ERROR';

const NOT_UNDERSTOOD = 'Databricks does not understand a statement of this plugin.';

/**
 * The failure rows of statements' error conditions. Source: Databricks, "Error conditions in Databricks". Rows without
 * a message show the server's first sentence, which names objects and no values.
 */
export const CONDITION_FAILURES: readonly FailureRow[] = [
  { codes: ['CATALOG_ALREADY_EXISTS', 'SCHEMA_ALREADY_EXISTS'], class: 'already-exists' },
  {
    codes: [
      'CATALOG_NOT_FOUND',
      'NO_SUCH_CATALOG_EXCEPTION',
      'SCHEMA_NOT_FOUND',
      'TABLE_OR_VIEW_NOT_FOUND',
      'PRINCIPAL_DOES_NOT_EXIST',
      'ROUTINE_NOT_FOUND',
      'POLICY_NOT_FOUND',
    ],
    class: 'not-found',
  },
  { codes: ['SCHEMA_NOT_EMPTY', 'CATALOG_NOT_EMPTY'], class: 'in-use' },
  {
    codes: ['INSUFFICIENT_PERMISSIONS', 'INSUFFICIENT_PRIVILEGES', 'PERMISSION_DENIED', 'UNAUTHORIZED_ACCESS'],
    class: 'missing-grant',
  },
  { codes: ['USER_RAISED_EXCEPTION'], class: 'already-exists' },
  {
    codes: ['UC_NOT_ENABLED', 'UC_COMMAND_NOT_SUPPORTED', 'UNSUPPORTED_FEATURE', 'FEATURE_NOT_ENABLED'],
    class: 'unsupported',
    message: 'The workspace or the warehouse does not support this statement: Unity Catalog is needed.',
  },
  {
    codes: ['PARSE_SYNTAX_ERROR', 'UNRESOLVED_COLUMN', 'UNRESOLVED_ROUTINE'],
    class: 'internal',
    message: NOT_UNDERSTOOD,
  },
  { codes: ['INVALID_IDENTIFIER', 'IDENTIFIER_TOO_MANY_NAME_PARTS'], class: 'invalid-input' },
  { codes: ['DELTA_CONCURRENT_*', 'UC_CLIENT_EXCEPTION', 'REMOTE_FUNCTION_HTTP_*'], class: 'transient' },
];

/** The meaning of SQLSTATEs, for conditions without a row above. Source: Databricks, "SQLSTATE error codes". */
export const STATE_FAILURES: readonly FailureRow[] = [
  { codes: ['42501', '28000'], class: 'missing-grant' },
  { codes: ['42704', '42P01', '42883'], class: 'not-found' },
  { codes: ['42710', '42P04', '42P06', '42P07'], class: 'already-exists' },
  { codes: ['2BP01', '55006'], class: 'in-use' },
  { codes: ['0A*', '56038'], class: 'unsupported' },
  { codes: ['42601', '42703'], class: 'internal', message: NOT_UNDERSTOOD },
  { codes: ['57014'], class: 'timeout', message: 'The statement was cancelled.' },
  { codes: ['08*', '40*', '57*', '53*'], class: 'transient', message: 'Databricks failed temporarily.' },
  { codes: ['22*', '42602', '42622'], class: 'invalid-input' },
  { codes: ['45000'], class: 'already-exists' },
];

/**
 * The meaning of a response's `error_code`. Sources: Databricks REST API reference, "Errors"; RFC 6749, 5.2 (lower case).
 */
export const CODE_FAILURES: readonly FailureRow[] = [
  {
    codes: [
      'CATALOG_ALREADY_EXISTS',
      'SCHEMA_ALREADY_EXISTS',
      'ALREADY_EXISTS',
      'RESOURCE_ALREADY_EXISTS',
      'RESOURCE_CONFLICT',
    ],
    class: 'already-exists',
  },
  {
    codes: ['METASTORE_DOES_NOT_EXIST'],
    class: 'not-found',
    message: 'No Unity Catalog metastore is assigned to the workspace.',
    help: 'Ask an account admin to assign one to the workspace.',
  },
  {
    codes: [
      'CATALOG_DOES_NOT_EXIST',
      'SCHEMA_DOES_NOT_EXIST',
      'TABLE_DOES_NOT_EXIST',
      'PRINCIPAL_DOES_NOT_EXIST',
      'RESOURCE_DOES_NOT_EXIST',
      'DOES_NOT_EXIST',
      'NOT_FOUND',
      'ENDPOINT_NOT_FOUND',
    ],
    class: 'not-found',
  },
  { codes: ['CATALOG_NOT_EMPTY', 'SCHEMA_NOT_EMPTY'], class: 'in-use' },
  {
    codes: ['UNAUTHENTICATED', 'CUSTOMER_UNAUTHORIZED', 'invalid_client', 'invalid_grant', 'unauthorized_client'],
    class: 'credentials',
    message: 'The token or the client secret was refused: it is wrong, has expired or was revoked.',
  },
  {
    codes: ['invalid_scope', 'invalid_request'],
    class: 'invalid-input',
    message: 'The identity provider refused the scope or the request.',
  },
  {
    codes: [PRIVATE_LINK_ONLY],
    class: 'network',
    help: 'Ask the administrator of the workspace to connect the network of this service to its private link, or to permit access from public networks.',
  },
  { codes: ['PERMISSION_DENIED', 'UNAUTHORIZED'], class: 'missing-grant' },
  {
    codes: ['FEATURE_DISABLED', 'NOT_IMPLEMENTED'],
    class: 'unsupported',
    message: 'The workspace does not have this feature: Unity Catalog is needed.',
  },
  {
    codes: ['REQUEST_LIMIT_EXCEEDED', 'RESOURCE_EXHAUSTED'],
    class: 'transient',
    message: 'Databricks is busy at the moment.',
  },
  {
    codes: [
      'TEMPORARILY_UNAVAILABLE',
      'SERVICE_UNDER_MAINTENANCE',
      'INTERNAL_ERROR',
      'IO_ERROR',
      'ABORTED',
      'temporarily_unavailable',
      'server_error',
    ],
    class: 'transient',
    message: 'Databricks failed temporarily.',
  },
  {
    codes: ['DEADLINE_EXCEEDED', 'CANCELLED'],
    class: 'timeout',
    message: 'The statement was cancelled: it took too long, or its request has ended.',
  },
  {
    codes: ['WORKSPACE_TEMPORARILY_UNAVAILABLE', 'CLUSTER_NOT_READY'],
    class: 'paused-or-starting',
    message: 'The warehouse is not running.',
  },
  { codes: ['INVALID_STATE', 'FAILED_PRECONDITION'], class: 'unsupported' },
  { codes: ['INVALID_PARAMETER_VALUE'], class: 'invalid-input' },
  {
    codes: ['MALFORMED_REQUEST'],
    class: 'internal',
    message: 'Databricks does not understand a request of this plugin.',
  },
];

/** The meaning of the HTTP status. Source: Databricks REST API reference, "Errors". */
export const STATUS_FAILURES: readonly FailureRow[] = [
  {
    codes: ['http-400', 'http-405', 'http-415'],
    class: 'internal',
    message: 'Databricks does not understand a request of this plugin.',
  },
  {
    codes: ['http-401'],
    class: 'credentials',
    message: 'The credentials were refused: the token is wrong, has expired or was revoked.',
  },
  {
    codes: ['http-403'],
    class: 'credentials',
    message:
      'The workspace refused the token: it is wrong, has expired, or its owner is not a member of this workspace.',
    help: 'Use a token of this workspace, or ask its admin to add the service principal to the workspace.',
  },
  {
    codes: ['http-3*', 'http-404'],
    class: 'not-found',
    message: 'No workspace answers at this host.',
    help: 'Check the workspace URL.',
  },
  { codes: ['http-408'], class: 'timeout', message: 'The request took too long.' },
  { codes: ['http-409'], class: 'already-exists' },
  // RFC 9110, 15.6.3 and 15.6.5: a gateway got no response, so the effect of the request is unknown.
  {
    codes: ['http-502', 'http-504'],
    class: 'network',
    message: 'A server between the service and Databricks has lost the response.',
  },
  { codes: ['http-429', 'http-5*'], class: 'transient', message: 'Databricks is busy at the moment.' },
];

/**
 * The patterns of messages of Unity Catalog whose code only means that a parameter is wrong. Each matches the message on
 * the named page.
 */
export const MESSAGE_PATTERNS: readonly { readonly pattern: RegExp; readonly code: string }[] = [
  // The same response as for a wrong token, with a message in reports about the real service.
  { pattern: /blocked by Databricks IP ACL/i, code: 'ip-blocked' },
  // "Limit catalog access to specific workspaces", with the message in reports about the real service.
  { pattern: /is not accessible in (the )?current workspace/i, code: 'not-bound' },
  // "Create catalogs", Managed storage: neither the metastore nor the statement has a location.
  { pattern: /metastore storage root URL does not exist|root storage credential|default storage/i, code: 'no-storage' },
  // "External locations": a path outside of all locations, with the message in reports about the real service.
  { pattern: /no parent external location/i, code: 'no-location' },
  // "Manage privileges in Unity Catalog": a rejected request if the statement reaches the metastore.
  { pattern: /\bdoes not have [A-Z_ ]+ on \w+|permission denied|is not (an )?owner/i, code: 'no-privilege' },
  { pattern: /could not find principal|principal .*does not exist/i, code: 'no-principal' },
  {
    pattern: /(warehouse|endpoint) .*\b(stopped|deleted|deleting|is starting)\b|cannot (be )?start/i,
    code: 'not-running',
  },
];

/** The failure rows of those messages. */
export const MESSAGE_FAILURES: readonly FailureRow[] = [
  {
    codes: ['ip-blocked'],
    class: 'network',
    message: 'An IP access list of Databricks blocks the address of this service.',
    help: 'Ask an admin of the workspace to add the address of this service to the IP access list.',
  },
  {
    codes: ['not-bound'],
    class: 'unsupported',
    help: 'Ask the owner of the object to bind it to this workspace, in Catalog Explorer under Workspaces. No grant replaces this.',
  },
  {
    codes: ['no-storage'],
    class: 'invalid-input',
    message: 'The metastore has no storage of its own.',
    help: 'Set managedLocation to a path inside an external location.',
  },
  {
    codes: ['no-location'],
    class: 'invalid-input',
    message: 'managedLocation is not inside an external location.',
    help: 'Set managedLocation to a path inside an external location.',
  },
  { codes: ['no-privilege'], class: 'missing-grant' },
  { codes: ['no-principal'], class: 'not-found' },
  { codes: ['not-running'], class: 'paused-or-starting', message: 'The warehouse is not running and does not start.' },
];
