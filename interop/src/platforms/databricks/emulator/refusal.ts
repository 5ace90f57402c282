/** A refusal of a request or a statement, in the form of Databricks. */
export class Refusal extends Error {
  /** The code of a response's body: text in most, a number where the gateway refuses. */
  readonly code: string | number;
  readonly status: number;
  /** SQLSTATE, of a statement that failed. */
  readonly sqlState: string | undefined;

  constructor(code: string | number, message: string, status: number, sqlState?: string) {
    super(message);
    this.code = code;
    this.status = status;
    this.sqlState = sqlState;
  }
}

const title = (kind: string): string => kind.toLowerCase().replaceAll(/\b[a-z]/g, (letter) => letter.toUpperCase());

/**
 * The refusals of this emulator. Sources: "Statement Execution API", Errors; "Error conditions in Azure Databricks";
 * "SQLSTATE error codes"; messages without a page are from public reports of the real service.
 */
export const refusals = {
  noCredential: () =>
    new Refusal(401, 'Credential was not sent or was of an unsupported type for this API. [ReqId: emulator]', 401),
  badToken: () => new Refusal(403, 'Invalid access token. [ReqId: emulator]', 403),
  expiredToken: () => new Refusal(403, 'Token is expiring within 30 seconds. (token expired)', 403),
  noMetastore: () =>
    new Refusal('METASTORE_DOES_NOT_EXIST', 'No metastore assigned for the current workspace.', 404, '42000'),
  lacks: (privilege: string, kind: string, name: string) =>
    new Refusal(
      'PERMISSION_DENIED',
      `User does not have ${privilege} on ${title(kind === 'FUNCTION' ? 'ROUTINE' : kind)} '${name}'.`,
      403,
      '42501',
    ),
  notAccountAdmin: () => new Refusal('PERMISSION_DENIED', 'User is not an account admin for Account.', 403, '42501'),
  notWorkspaceAdmin: () =>
    new Refusal('PERMISSION_DENIED', 'Only workspace admins or account admins can perform this operation.', 403),
  unpaged: () =>
    new Refusal('INVALID_PARAMETER_VALUE', 'Unpaginated requests are not supported: set max_results.', 400),
  badFilter: (filter: string) =>
    new Refusal('INVALID_PARAMETER_VALUE', `Given filter operator is not supported: ${filter}`, 400),
  notOwner: (kind: string, name: string) =>
    new Refusal('PERMISSION_DENIED', `User is not an owner of ${title(kind)} '${name}'.`, 403, '42501'),
  missing: (kind: string, name: string) =>
    new Refusal(`${kind}_DOES_NOT_EXIST`, `${title(kind)} '${name}' does not exist.`, 404, '42704'),
  missingInStatement: (kind: string, name: string) =>
    kind === 'CATALOG'
      ? new Refusal('BAD_REQUEST', `[NO_SUCH_CATALOG_EXCEPTION] Catalog '${name}' was not found.`, 400, '42704')
      : kind === 'SCHEMA'
        ? new Refusal('BAD_REQUEST', `[SCHEMA_NOT_FOUND] The schema \`${name}\` cannot be found.`, 400, '42704')
        : new Refusal(
            'BAD_REQUEST',
            `[TABLE_OR_VIEW_NOT_FOUND] The table or view ${name} cannot be found.`,
            400,
            '42P01',
          ),
  exists: (kind: string, name: string) =>
    kind === 'CATALOG'
      ? new Refusal('BAD_REQUEST', `[CATALOG_ALREADY_EXISTS] Catalog '${name}' already exists`, 400, '42710')
      : new Refusal(
          'BAD_REQUEST',
          `[${kind}_ALREADY_EXISTS] Cannot create ${kind.toLowerCase()} \`${name}\` because it already exists.`,
          400,
          kind === 'SCHEMA' ? '42P06' : '42P07',
        ),
  notOfThisType: (words: string, type: string) =>
    new Refusal(
      'BAD_REQUEST',
      `[${type === 'TABLE' ? 'EXPECT_VIEW_NOT_TABLE' : `${type}_OPERATION_NOT_ALLOWED`}] The operation ALTER ${words} is not allowed.`,
      400,
      '42601',
    ),
  notEmpty: (kind: string, name: string) =>
    kind === 'SCHEMA'
      ? new Refusal(
          'BAD_REQUEST',
          `[SCHEMA_NOT_EMPTY] Cannot drop a schema \`${name}\` because it contains objects.`,
          400,
          '2BP01',
        )
      : new Refusal(
          'BAD_REQUEST',
          `Catalog '${name}' is not empty. The catalog has one or more schemas.`,
          400,
          '2BP01',
        ),
  noStorage: () =>
    new Refusal(
      'INVALID_STATE',
      'Metastore storage root URL does not exist. Default Storage is enabled in your account. You can use the UI to create a new catalog using Default Storage, or please provide a storage location.',
      400,
      '42000',
    ),
  noLocation: (url: string) =>
    new Refusal('INVALID_PARAMETER_VALUE', `No parent external location found for path '${url}'.`, 400, '42000'),
  noColumn: (name: string) =>
    new Refusal(
      'BAD_REQUEST',
      `[UNRESOLVED_COLUMN.WITH_SUGGESTION] A column with name \`${name}\` cannot be resolved.`,
      400,
      '42703',
    ),
  policyGone: (name: string) =>
    new Refusal('BAD_REQUEST', `[UNRESOLVED_ROUTINE] Cannot resolve routine \`${name}\` on search path.`, 400, '42883'),
  noPrincipal: (name: string) =>
    new Refusal('PRINCIPAL_DOES_NOT_EXIST', `Could not find principal with name ${name}`, 404, '42704'),
  badPrivilege: (privilege: string, kind: string) =>
    new Refusal(
      'INVALID_PARAMETER_VALUE',
      `Privilege ${privilege} is not applicable to this entity [${kind}].`,
      400,
      '22023',
    ),
  badName: (name: string) => new Refusal('INVALID_PARAMETER_VALUE', `"${name}" is not a valid name.`, 400, '42602'),
  syntax: (text: string) =>
    new Refusal('BAD_REQUEST', `[PARSE_SYNTAX_ERROR] Syntax error at or near '${text.slice(0, 40)}'.`, 400, '42601'),
  badWarehouse: (id: string) => new Refusal('INVALID_PARAMETER_VALUE', `${id} is not a valid endpoint id.`, 400),
  noWarehouse: (id: string) => new Refusal('RESOURCE_DOES_NOT_EXIST', `SQL warehouse ${id} does not exist`, 404),
  notWarehouseManager: (id: string) =>
    new Refusal('PERMISSION_DENIED', `User does not have permission to manage SQL warehouse ${id}.`, 403),
  warehouseRefused: () => new Refusal('PERMISSION_DENIED', 'You do not have permission to use the SQL Warehouse.', 403),
  noStatement: (id: string) => new Refusal('RESOURCE_DOES_NOT_EXIST', `The statement ${id} was not found.`, 404),
  badWait: () =>
    new Refusal('INVALID_PARAMETER_VALUE', 'wait_timeout must be 0 (disabled), or between 5 and 50 seconds.', 400),
  noEndpoint: (path: string) => new Refusal('ENDPOINT_NOT_FOUND', `No API found for '${path}'.`, 404),
  tooMany: () => new Refusal('REQUEST_LIMIT_EXCEEDED', 'Too many requests. Try again later.', 429),
  unavailable: () => new Refusal('TEMPORARILY_UNAVAILABLE', 'The service is temporarily unavailable.', 503),
} as const;
