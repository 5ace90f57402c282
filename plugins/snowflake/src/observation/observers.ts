import type { Observation, ObservedObject, Scalar } from '@portcullis/plugin-api';
import { isYes } from '../connection/snowflake-session.ts';
import type { Row } from '../connection/sql-transport.ts';
import { readPath } from '../names/identifier.ts';
import { POLICY_SCHEMA, SYSTEM_SCHEMA } from '../names/object-names.ts';
import { OBJECT_KEYS } from '../objects/object-keys.ts';
import type { AccountView } from './account-view.ts';

/** The input for observing one object. */
interface ObservationRequest {
  readonly view: AccountView;
  readonly object: ObservedObject;
  /** The name of the managed database. */
  readonly database: string;
}

/** The result of an observation, without the key. */
type ObservationResult = Omit<Observation, 'key'>;
type Observer = (request: ObservationRequest) => Promise<ObservationResult>;

const ABSENT: ObservationResult = { state: 'absent' };
const UNKNOWN: ObservationResult = { state: 'unknown' };

/** Returns the result for an existing grant, which is ours. */
function observedGrant({ object }: ObservationRequest): ObservationResult {
  return { state: 'ours', values: object.desired };
}

/** Returns the result for an unlisted object, which is absent only for an account that sees all objects. */
async function absentOrUnknown({ view }: ObservationRequest): Promise<ObservationResult> {
  return (await view.seesAllObjects()) ? ABSENT : UNKNOWN;
}

/** Compares the comment of a row with the mark. If the comment is not visible, the owner is unknown. */
function compareMark(
  row: Row,
  { object }: ObservationRequest,
  values: Readonly<Record<string, Scalar>> = {},
): ObservationResult {
  if (row.comment === undefined || row.comment === null) return UNKNOWN;
  return row.comment === object.mark ? { state: 'ours', values } : { state: 'foreign' };
}

const observeDatabase: Observer = async (request) => {
  const row = await request.view.find('DATABASES', request.object.name);
  return row ? compareMark(row, request) : absentOrUnknown(request);
};

const observeRole: Observer = async (request) => {
  const row = await request.view.find('ROLES', request.object.name);
  return row ? compareMark(row, request, { name: String(row.name) }) : absentOrUnknown(request);
};

/** Returns whether a role has USAGE on the schema of policies; `undefined` if the grants on it may not be seen. */
async function hasPolicySchemaUsage(
  { view, database }: ObservationRequest,
  role: string,
): Promise<boolean | undefined> {
  const rows = await view.grantsOn(database, POLICY_SCHEMA);
  return rows?.some((row) => row.privilege === 'USAGE' && row.granted_to === 'ROLE' && isName(row.grantee_name, role));
}

/**
 * Observes the impersonation role. The script makes it visible to the service by a grant, so an account that cannot
 * list the role still sees whether it exists.
 */
const observeImpersonationRole: Observer = async (request) => {
  const { view, object } = request;
  const isVisible = object.desired.visible === true;
  const row = await view.find('ROLES', object.name);
  if (row) return compareMark(row, request, { name: String(row.name), ...(isVisible ? { visible: true } : {}) });
  if (!isVisible || (await view.seesAllObjects())) return absentOrUnknown(request);
  const isGrantedUsage = await hasPolicySchemaUsage(request, object.name);
  if (isGrantedUsage === undefined) return UNKNOWN;
  return isGrantedUsage ? { state: 'ours', values: { name: object.name, visible: true } } : ABSENT;
};

const observeImpersonationVisibility: Observer = async (request) => {
  const isGrantedUsage = await hasPolicySchemaUsage(request, String(request.object.desired.role));
  if (isGrantedUsage === undefined) return absentOrUnknown(request);
  return isGrantedUsage ? observedGrant(request) : ABSENT;
};

const observeWarehouse: Observer = async (request) => {
  const row = await request.view.find('WAREHOUSES', request.object.name);
  return row ? { state: 'foreign' } : absentOrUnknown(request);
};

/**
 * Observes the service user. Lists show fewer properties of a user to accounts that may not change it, but every user
 * may describe itself. Sources: "SHOW USERS", "DESCRIBE USER".
 */
const observeUser: Observer = async (request) => {
  const properties = await request.view.user(request.object.name);
  if (!properties) return absentOrUnknown(request);
  return compareMark({ comment: properties.COMMENT }, request, {
    name: properties.NAME ?? request.object.name,
    loginName: (properties.LOGIN_NAME ?? '').toUpperCase(),
    type: properties.TYPE ?? '',
    defaultRole: unquotedName(properties.DEFAULT_ROLE),
    defaultWarehouse: unquotedName(properties.DEFAULT_WAREHOUSE),
    publicKey: publicKeyIn(properties, request.object.desired.publicKey),
  });
};

/**
 * Returns the fingerprint of the desired key if the user has it in either property, because both keys are valid for the sign-in.
 * Source: "Key-pair authentication and key-pair rotation", Configuring key-pair rotation.
 */
function publicKeyIn(properties: Readonly<Record<string, string>>, desired: Scalar | undefined): string {
  const { RSA_PUBLIC_KEY_FP: first = '', RSA_PUBLIC_KEY_2_FP: second = '' } = properties;
  return second === desired ? second : first;
}

const observeMembership: Observer = async (request) => {
  const { role, user } = request.object.desired;
  const grants = await request.view.grantsOf(String(role));
  if (!grants) return absentOrUnknown(request);
  const isMember = grants.some((row) => row.granted_to === 'USER' && isName(row.grantee_name, String(user)));
  return isMember ? observedGrant(request) : ABSENT;
};

/**
 * Returns the observer of a schema, which is ours if it has our comment. A schema with our name but without the comment
 * is foreign: another account has created it in our database.
 */
function schemaObserver(name: string): Observer {
  return async (request) => {
    const row = await request.view.schema(request.database, name);
    return row ? compareMark(row, request) : absentOrUnknown(request);
  };
}

const observeOwnership: Observer = async (request) => {
  const { view, database, object } = request;
  const rows = await Promise.all([SYSTEM_SCHEMA, POLICY_SCHEMA].map((name) => view.schema(database, name)));
  if (rows.some((row) => row === undefined)) return absentOrUnknown(request);
  return rows.every((row) => row?.owner === object.desired.role) ? observedGrant(request) : ABSENT;
};

/** A privilege that the system role must have. */
export interface RequiredGrant {
  readonly privilege: string;
  readonly on: 'ACCOUNT' | 'DATABASE' | 'WAREHOUSE';
  /** The name of the database or warehouse. */
  readonly name?: string;
  readonly withGrant?: boolean;
}

const observeGrant: Observer = async (request) => {
  const { view, object } = request;
  const grants = await view.grantsTo(String(object.desired.role));
  if (!grants) return absentOrUnknown(request);
  const wanted = REQUIRED_GRANTS[object.key]?.(object.desired) ?? [];
  return wanted.every((each) => isGranted(each, grants)) ? observedGrant(request) : ABSENT;
};

/** Returns whether a privilege is among the rows of SHOW GRANTS. Names are shown as identifiers. Source: "SHOW GRANTS". */
export function isGranted({ privilege, on, name, withGrant = false }: RequiredGrant, grants: readonly Row[]): boolean {
  return grants.some(
    (row) =>
      row.privilege === privilege &&
      row.granted_on === on &&
      (name === undefined || isName(row.name, name)) &&
      (!withGrant || isYes(row.grant_option)),
  );
}

type Desired = Readonly<Record<string, Scalar>>;

/** The parts of a grant, by the key of its object, from the desired values. */
export const REQUIRED_GRANTS: Readonly<Record<string, (desired: Desired) => readonly RequiredGrant[]>> = {
  [OBJECT_KEYS.databaseUsage]: ({ database, grantOption }) => [
    { privilege: 'USAGE', on: 'DATABASE', name: String(database), withGrant: grantOption === true },
    { privilege: 'CREATE SCHEMA', on: 'DATABASE', name: String(database) },
  ],
  [OBJECT_KEYS.warehouseUsage]: ({ warehouse, grantOption }) => [
    { privilege: 'USAGE', on: 'WAREHOUSE', name: String(warehouse), withGrant: grantOption === true },
  ],
  [OBJECT_KEYS.applyMasking]: () => [{ privilege: 'APPLY MASKING POLICY', on: 'ACCOUNT' }],
  [OBJECT_KEYS.applyRowAccess]: () => [{ privilege: 'APPLY ROW ACCESS POLICY', on: 'ACCOUNT' }],
  [OBJECT_KEYS.createRole]: () => [{ privilege: 'CREATE ROLE', on: 'ACCOUNT' }],
  [OBJECT_KEYS.manageGrants]: () => [{ privilege: 'MANAGE GRANTS', on: 'ACCOUNT' }],
  // Listed as USAGE. Source: "SHOW GRANTS", imported databases.
  [OBJECT_KEYS.importedPrivileges]: () => [{ privilege: 'USAGE', on: 'DATABASE', name: 'SNOWFLAKE' }],
};

/** The observer of each object, by its key. */
export const OBSERVERS: Readonly<Record<string, Observer>> = {
  [OBJECT_KEYS.warehouse]: observeWarehouse,
  [OBJECT_KEYS.database]: observeDatabase,
  [OBJECT_KEYS.systemRole]: observeRole,
  [OBJECT_KEYS.impersonationRole]: observeImpersonationRole,
  [OBJECT_KEYS.impersonationVisibility]: observeImpersonationVisibility,
  [OBJECT_KEYS.serviceUser]: observeUser,
  [OBJECT_KEYS.roleMembership]: observeMembership,
  [OBJECT_KEYS.systemSchema]: schemaObserver(SYSTEM_SCHEMA),
  [OBJECT_KEYS.policySchema]: schemaObserver(POLICY_SCHEMA),
  [OBJECT_KEYS.schemaOwnership]: observeOwnership,
  ...Object.fromEntries(Object.keys(REQUIRED_GRANTS).map((key) => [key, observeGrant])),
};

/**
 * Returns whether a cell has a name. Lists of grants show names as identifiers, but those of grantees also without
 * quotes: `SVC@EXAMPLE.COM` is one name. Source: "SHOW GRANTS".
 */
function isName(cell: unknown, name: string): boolean {
  return cell === name || nameIn(cell) === name;
}

/**
 * Returns a name in the properties of a user, which are shown without quotes, so that a period is part of the name.
 * Source: "DESCRIBE USER".
 */
function unquotedName(cell: string | undefined = ''): string {
  return cell.startsWith('"') ? nameIn(cell) : cell;
}

/** Returns the last name of an identifier in a response. */
function nameIn(cell: unknown): string {
  return readPath(String(cell ?? '')).at(-1) ?? '';
}
