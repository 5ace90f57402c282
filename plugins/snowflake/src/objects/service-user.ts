import {
  ident,
  literal,
  type ManagedObject,
  type Scalar,
  type SecretRotation,
  type Sql,
  type Step,
  secretSlot,
  sql,
} from '@portcullis/plugin-api';
import { SYSTEM_SCHEMA } from '../names/object-names.ts';
import { ACCOUNT_STAGE } from '../stages.ts';
import type { Blueprint } from './blueprint.ts';
import { serviceUserGuard } from './guards.ts';
import { OBJECT_KEYS } from './object-keys.ts';
import { accountPrivilege, ownership } from './privileges.ts';
import { fingerprintOf, publicKeyOf, type SignIn } from './sign-in.ts';
import { ALREADY_GONE } from './tolerated-failures.ts';

/** The slot of the key pair that the library generates: the private key is sealed, the public key is sent. */
export const SERVICE_KEY = 'serviceKey';
/** The slot of the password that an administrator chooses. */
export const SERVICE_PASSWORD = 'servicePassword';

/** The user of the service. Source: "CREATE USER". */
export function serviceUser(blueprint: Blueprint): ManagedObject {
  const { serviceUser: name, acting, mark, signIn, features } = blueprint;
  const comment = literal(mark(OBJECT_KEYS.serviceUser));
  return {
    key: OBJECT_KEYS.serviceUser,
    kind: 'user',
    name,
    scope: 'account',
    by: 'setup',
    stage: ACCOUNT_STAGE,
    role: acting.accounts,
    create: [
      {
        text: sql`CREATE USER ${ident(name)} ${typeClause(signIn)} ${defaultsClause(blueprint)} DEFAULT_SECONDARY_ROLES = () COMMENT = ${comment}`,
      },
    ],
    alter: (from) => [...renameSteps(from, name), ...alterSteps(blueprint, from)],
    restore: (former) => restoreSteps(name, former),
    drop: [{ text: sql`DROP USER ${ident(name)}`, succeedOn: ALREADY_GONE }],
    desired: desiredOf(blueprint),
    // It is dropped last: a refused sign-in after the delete script proves that the script is complete.
    dropAfter: [
      OBJECT_KEYS.database,
      OBJECT_KEYS.systemRole,
      ...(features.impersonation ? [OBJECT_KEYS.impersonationRole] : []),
    ],
    reversible: false,
    ...(signIn.by === 'generated-key' ? { rotate: keyRotation(name) } : {}),
    needs: [accountPrivilege('CREATE USER'), ownership(`user ${name}`, OBJECT_KEYS.serviceUser)],
    why: WHY[signIn.by],
    guard: serviceUserGuard(blueprint),
    absentTest: {
      id: 'service-user-absent',
      name: 'Validate Automatic: Service User Does Not Exist',
      after: 'table-grants-role-prefix',
    },
    presentTest: { id: 'service-user-present', name: 'Validate Manual: Service User Exists' },
  };
}

const KEY_PROPERTIES = ['RSA_PUBLIC_KEY', 'RSA_PUBLIC_KEY_2'] as const;
const [, SECOND_KEY_PROPERTY] = KEY_PROPERTIES;

/**
 * Returns the rotation of the key pair. A user can have two keys, which are both valid until the new one has been used.
 * The owner of the user sets them. Source: "Key-pair authentication and key-pair rotation", Configuring key-pair
 * rotation.
 */
function keyRotation(user: string): SecretRotation {
  const key = secretSlot(SERVICE_KEY, { encode: (privateKey) => publicKeyOf(privateKey) });
  const property = (name: string): Sql => (name === SECOND_KEY_PROPERTY ? sql`RSA_PUBLIC_KEY_2` : sql`RSA_PUBLIC_KEY`);
  return {
    slot: SERVICE_KEY,
    credentialNames: KEY_PROPERTIES,
    set: (name) => [{ text: sql`ALTER USER ${ident(user)} SET ${property(name)} = ${key}` }],
    clear: (name) => [{ text: sql`ALTER USER ${ident(user)} UNSET ${property(name)}` }],
    needs: [ownership(`user ${user}`, OBJECT_KEYS.serviceUser)],
  };
}

const SERVICE =
  'The service signs in with it. It is of type SERVICE: it has no password and cannot sign in to the web interface.';

const WHY: Readonly<Record<SignIn['by'], string>> = {
  'generated-key': `${SERVICE} The library generates its key pair, and no privileged credentials are stored.`,
  key: `${SERVICE} It has the public half of the key pair of the config.`,
  token: `${SERVICE} Its login name is the id of the OAuth client.`,
  password:
    'The service signs in with it. A password is only possible with the type LEGACY_SERVICE, which Snowflake is phasing out.',
};

/** The type of the user and its sign-in method. */
function typeClause(signIn: SignIn): Sql {
  switch (signIn.by) {
    case 'generated-key':
      return sql`TYPE = SERVICE RSA_PUBLIC_KEY = ${secretSlot(SERVICE_KEY, { encode: (key) => publicKeyOf(key) })}`;
    case 'key':
      return sql`TYPE = SERVICE RSA_PUBLIC_KEY = ${literal(signIn.publicKey)}`;
    case 'token':
      return sql`TYPE = SERVICE LOGIN_NAME = ${literal(signIn.loginName)}`;
    case 'password':
      return sql`TYPE = LEGACY_SERVICE PASSWORD = ${secretSlot(SERVICE_PASSWORD)} MUST_CHANGE_PASSWORD = FALSE`;
  }
}

function defaultsClause({ systemRole, warehouse, database }: Blueprint): Sql {
  return sql`DEFAULT_ROLE = ${ident(systemRole)} DEFAULT_WAREHOUSE = ${ident(warehouse)} DEFAULT_NAMESPACE = ${ident(database, SYSTEM_SCHEMA)}`;
}

/**
 * Returns the name with which the user signs in. By default it is that of the user, and a rename does not change it.
 * Source: "CREATE USER", LOGIN_NAME.
 */
function loginNameOf({ serviceUser: name, signIn }: Pick<Blueprint, 'serviceUser' | 'signIn'>): string {
  return signIn.by === 'token' ? signIn.loginName : name;
}

/**
 * Returns the values that a later observation should find. The platform shows a user's key by its fingerprint, and its
 * login name in upper case.
 */
function desiredOf(blueprint: Blueprint): Readonly<Record<string, Scalar>> {
  const { serviceUser: name, systemRole, warehouse, signIn } = blueprint;
  return {
    name,
    loginName: loginNameOf(blueprint).toUpperCase(),
    type: signIn.by === 'password' ? 'LEGACY_SERVICE' : 'SERVICE',
    defaultRole: systemRole,
    defaultWarehouse: warehouse,
    ...(signIn.by === 'key' ? { publicKey: fingerprintOf(signIn.publicKey) } : {}),
  };
}

function renameSteps({ name }: Readonly<Record<string, Scalar>>, wanted: string): readonly Step[] {
  if (typeof name !== 'string' || name === wanted) return [];
  return [{ text: sql`ALTER USER ${ident(name)} RENAME TO ${ident(wanted)}` }];
}

/** Only differing properties are set, so that a change of the warehouse needs no password. */
function alterSteps(blueprint: Blueprint, from: Readonly<Record<string, Scalar>>): readonly Step[] {
  const { serviceUser: name, systemRole, warehouse, signIn } = blueprint;
  const wanted = desiredOf(blueprint);
  const differs = (value: string): boolean => value in wanted && from[value] !== wanted[value];
  const set = (text: Sql): Step => ({ text: sql`ALTER USER ${ident(name)} SET ${text}` });
  return [
    ...(differs('loginName') ? [set(sql`LOGIN_NAME = ${literal(loginNameOf(blueprint))}`)] : []),
    ...(differs('defaultRole') ? [set(sql`DEFAULT_ROLE = ${ident(systemRole)}`)] : []),
    ...(differs('defaultWarehouse') ? [set(sql`DEFAULT_WAREHOUSE = ${ident(warehouse)}`)] : []),
    ...(differs('publicKey') && signIn.by === 'key' ? [set(sql`RSA_PUBLIC_KEY = ${literal(signIn.publicKey)}`)] : []),
    ...(differs('type') ? [set(typeClause(signIn))] : []),
  ];
}

/**
 * Restores the former properties of a user, except its type and its keys: the platform shows the fingerprint of a key,
 * but neither the key nor a password.
 */
function restoreSteps(name: string, former: Readonly<Record<string, Scalar>>): readonly Step[] | undefined {
  const { defaultRole, defaultWarehouse, loginName, ...others } = former;
  if (Object.keys(others).length > 0 || loginName === '' || loginName === null) return undefined;
  const property = (words: Sql, value: Scalar | undefined): readonly Step[] => {
    if (value === undefined) return [];
    // DESCRIBE USER writes an unset property as the word null.
    const isUnset = value === null || value === '' || String(value).toLowerCase() === 'null';
    const text = isUnset ? sql`UNSET ${words}` : sql`SET ${words} = ${ident(String(value))}`;
    return [{ text: sql`ALTER USER ${ident(name)} ${text}` }];
  };
  return [
    ...(loginName === undefined
      ? []
      : [{ text: sql`ALTER USER ${ident(name)} SET LOGIN_NAME = ${literal(String(loginName))}` }]),
    ...property(sql`DEFAULT_ROLE`, defaultRole),
    ...property(sql`DEFAULT_WAREHOUSE`, defaultWarehouse),
  ];
}
