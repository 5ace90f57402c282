import { classifyFailure } from '@portcullis/plugin-api';
import { describe, expect, it } from 'vitest';
import { classifyError } from './classify-error.ts';
import { DatabricksApiError } from './databricks-api-error.ts';

/** A response of the REST interface: HTTP status, `error_code` (a number for errors of the gateway) and `message`. */
function responded(status: number, errorCode: string | undefined, message: string): DatabricksApiError {
  return new DatabricksApiError({ status, errorCode, sqlState: undefined, message });
}

/** A statement that failed: responded with 200, `status.error` and, on newer warehouses, `status.sql_state`. */
function ended(errorCode: string, message: string, sqlState?: string): DatabricksApiError {
  return new DatabricksApiError({ status: 200, errorCode, sqlState, message });
}

const STATEMENTS = [
  [
    ended('BAD_REQUEST', "[CATALOG_ALREADY_EXISTS] Catalog 'governance' already exists. SQLSTATE: 42710"),
    'already-exists',
    'CATALOG_ALREADY_EXISTS',
  ],
  [
    ended(
      'BAD_REQUEST',
      '[SCHEMA_ALREADY_EXISTS] Cannot create schema `a`.`b` because it already exists. SQLSTATE: 42P06',
    ),
    'already-exists',
    'SCHEMA_ALREADY_EXISTS',
  ],
  [
    ended(
      'BAD_REQUEST',
      '[TABLE_OR_VIEW_NOT_FOUND] The table or view `system`.`access`.`audit` cannot be found. SQLSTATE: 42P01',
    ),
    'not-found',
    'TABLE_OR_VIEW_NOT_FOUND',
  ],
  [
    ended(
      'BAD_REQUEST',
      "[INSUFFICIENT_PERMISSIONS] Insufficient privileges: User does not have USE SCHEMA on Schema 'system.access'. SQLSTATE: 42501",
    ),
    'missing-grant',
    'INSUFFICIENT_PERMISSIONS',
  ],
  [
    ended(
      'BAD_REQUEST',
      "[INSUFFICIENT_PERMISSIONS] Insufficient privileges:\nCatalog 'governance' is not accessible in current workspace. SQLSTATE: 42501",
    ),
    'unsupported',
    'INSUFFICIENT_PERMISSIONS',
  ],
  [
    ended('BAD_REQUEST', "PERMISSION_DENIED: User does not have CREATE CATALOG on Metastore 'primary'."),
    'missing-grant',
    undefined,
  ],
  [
    ended('BAD_REQUEST', '[PARSE_SYNTAX_ERROR] Syntax error at or near CREAT. SQLSTATE: 42601 (line 1, pos 0)'),
    'internal',
    'PARSE_SYNTAX_ERROR',
  ],
  [
    ended(
      'BAD_REQUEST',
      'Metastore storage root URL does not exist. Please provide a storage location for the catalog',
    ),
    'invalid-input',
    undefined,
  ],
  [
    ended('BAD_REQUEST', '[SCHEMA_NOT_EMPTY] Cannot drop a schema `a` because it contains objects. SQLSTATE: 2BP01'),
    'in-use',
    'SCHEMA_NOT_EMPTY',
  ],
  [
    ended('BAD_REQUEST', '[USER_RAISED_EXCEPTION] Portcullis stopped at catalog. SQLSTATE: 45000'),
    'already-exists',
    'USER_RAISED_EXCEPTION',
  ],
  [ended('BAD_REQUEST', 'Something new. SQLSTATE: 42501', '42501'), 'missing-grant', '42501'],
  [ended('CANCELLED', 'The statement ended as CANCELED.'), 'timeout', 'CANCELLED'],
  [ended('DEADLINE_EXCEEDED', 'Query timed out.'), 'timeout', 'DEADLINE_EXCEEDED'],
] as const;

const RESPONSES = [
  [
    responded(401, undefined, 'Credential was not sent or was of an unsupported type for this API.'),
    'credentials',
    'http-401',
  ],
  [responded(403, undefined, 'Invalid access token.'), 'credentials', 'http-403'],
  [
    responded(403, '403', 'Source IP address: 203.0.113.7 is blocked by Databricks IP ACL for workspace: 1'),
    'network',
    '403',
  ],
  [
    responded(
      403,
      'PERMISSION_DENIED',
      'Source IP address: 203.0.113.7 is blocked by Databricks IP ACL for workspace: 1',
    ),
    'network',
    'PERMISSION_DENIED',
  ],
  [
    responded(403, 'PERMISSION_DENIED', "Catalog 'governance' is not accessible in current workspace"),
    'unsupported',
    'PERMISSION_DENIED',
  ],
  [
    responded(403, 'PERMISSION_DENIED', "User does not have USE CATALOG on Catalog 'governance'."),
    'missing-grant',
    'PERMISSION_DENIED',
  ],
  [
    responded(404, 'CATALOG_DOES_NOT_EXIST', "Catalog 'governance' does not exist."),
    'not-found',
    'CATALOG_DOES_NOT_EXIST',
  ],
  [
    responded(404, 'RESOURCE_DOES_NOT_EXIST', 'SQL warehouse 1a2b does not exist.'),
    'not-found',
    'RESOURCE_DOES_NOT_EXIST',
  ],
  [
    responded(404, 'METASTORE_DOES_NOT_EXIST', 'No metastore assigned for the current workspace.'),
    'not-found',
    'METASTORE_DOES_NOT_EXIST',
  ],
  [responded(404, 'FEATURE_DISABLED', 'Unity Catalog is disabled.'), 'unsupported', 'FEATURE_DISABLED'],
  [responded(409, 'ALREADY_EXISTS', 'It exists.'), 'already-exists', 'ALREADY_EXISTS'],
  [responded(429, 'REQUEST_LIMIT_EXCEEDED', 'Too many requests.'), 'transient', 'REQUEST_LIMIT_EXCEEDED'],
  [
    responded(503, 'TEMPORARILY_UNAVAILABLE', 'The service is temporarily unavailable.'),
    'transient',
    'TEMPORARILY_UNAVAILABLE',
  ],
  [responded(502, undefined, 'Databricks responded with HTTP 502.'), 'network', 'http-502'],
  [responded(504, undefined, 'Databricks responded with HTTP 504.'), 'network', 'http-504'],
  [responded(302, undefined, 'Databricks responded with HTTP 302.'), 'not-found', 'http-302'],
  [responded(400, 'MALFORMED_REQUEST', 'Could not parse request object.'), 'internal', 'MALFORMED_REQUEST'],
  [
    responded(401, 'invalid_client', 'The token endpoint refused the client (invalid_client).'),
    'credentials',
    'invalid_client',
  ],
  [
    responded(400, 'invalid_scope', 'The token endpoint refused the client (invalid_scope).'),
    'invalid-input',
    'invalid_scope',
  ],
] as const;

describe('the failure table', () => {
  it.each([...STATEMENTS, ...RESPONSES])('%s is %s', (error, failureClass, code) => {
    const found = classifyFailure(error, classifyError);
    expect(found.class).toBe(failureClass);
    if (code !== undefined) expect(found.code).toBe(code);
  });

  it('contains one sentence, without condition and SQLSTATE', () => {
    const [[error]] = STATEMENTS;
    expect(classifyError(error)?.message).toBe("Catalog 'governance' already exists.");
  });

  it('contains the privilege that is missing, which is on the second line', () => {
    const denial =
      "[INSUFFICIENT_PERMISSIONS] Insufficient privileges:\nUser does not have USE CATALOG on Catalog 'sales'. SQLSTATE: 42501";
    expect(classifyError(ended('BAD_REQUEST', denial))?.message).toBe(
      "User does not have USE CATALOG on Catalog 'sales'.",
    );
  });

  it('returns undefined for unknown errors', () => {
    expect(classifyError(new Error('anything'))).toBeUndefined();
    expect(classifyFailure(Object.assign(new Error('x'), { code: 'ECONNREFUSED' }), classifyError).class).toBe(
      'network',
    );
    expect(
      classifyError(new DatabricksApiError({ status: 299, errorCode: 'NEWS', sqlState: undefined, message: '' })),
    ).toBeUndefined();
  });
});
