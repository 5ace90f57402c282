import { createHash } from 'node:crypto';
import { holds, managesGrants, needOwnership, needPrivilege, owns, sees, type User } from './account.ts';
import { NAME, name, shown, TEXT, text } from './reading.ts';
import { refusals } from './refusal.ts';
import { type AccountSession, DONE, type Rows } from './session.ts';

type Handler = (match: RegExpExecArray, session: AccountSession) => Rows | undefined;
const COMMENT = `COMMENT = ${TEXT}`;

/** The statements that change what there is, each with the page that it follows. */
export const CHANGE_STATEMENTS: readonly (readonly [form: RegExp, page: string, run: Handler])[] = [
  [
    new RegExp(`^CREATE DATABASE ${NAME} ${COMMENT}$`),
    'CREATE DATABASE',
    ([, id, comment], { account, role }) => {
      needPrivilege(account, role, 'CREATE DATABASE');
      if (account.databases.has(name(id))) throw refusals.exists(name(id));
      const schemas = new Map([['PUBLIC', { owner: role, comment: '' }]]);
      account.databases.set(name(id), { owner: role, comment: text(comment), schemas, attachedPolicies: 0 });
      return undefined;
    },
  ],
  [
    new RegExp(`^DROP DATABASE ${NAME}$`),
    'DROP DATABASE',
    ([, id], { account, role }) => {
      const found = account.databases.get(name(id));
      if (!found || !sees(account, role, 'DATABASE', name(id), found)) throw refusals.missing('Database', name(id));
      needOwnership(account, role, 'Database', name(id), found);
      if (found.attachedPolicies > 0) {
        throw refusals.policyAttached(`${name(id)}.PORTCULLIS_POLICIES.P`);
      }
      account.databases.delete(name(id));
      removeGrants(account, (grant) => grant.on === 'DATABASE' && grant.name === name(id));
      return undefined;
    },
  ],
  [
    new RegExp(`^CREATE SCHEMA IF NOT EXISTS ${NAME}\\.${NAME} WITH MANAGED ACCESS ${COMMENT}$`),
    'CREATE SCHEMA',
    ([, database, schema, comment], { account, role }) => {
      const found = account.databases.get(name(database));
      if (!found || !sees(account, role, 'DATABASE', name(database), found))
        throw refusals.missing('Database', name(database));
      const may =
        owns(account, role, found) ||
        holds(account, role, { privilege: 'CREATE SCHEMA', on: 'DATABASE', name: name(database) });
      if (found.schemas.has(name(schema))) return undefined;
      if (!may) throw refusals.insufficient(`database '${name(database)}'.`);
      found.schemas.set(name(schema), { owner: role, comment: text(comment) });
      return undefined;
    },
  ],
  [
    new RegExp(`^CREATE ROLE (IF NOT EXISTS )?${NAME}(?: ${COMMENT})?$`),
    'CREATE ROLE',
    ([, lenient, id, comment], { account, role }) => {
      needPrivilege(account, role, 'CREATE ROLE');
      if (account.roles.has(name(id))) {
        if (lenient) return undefined;
        throw refusals.exists(name(id));
      }
      account.roles.set(name(id), { owner: role, comment: comment === undefined ? '' : text(comment) });
      account.below.set(name(id), new Set());
      return undefined;
    },
  ],
  [
    new RegExp(`^ALTER ROLE ${NAME} RENAME TO ${NAME}$`),
    'ALTER ROLE',
    ([, from, to], { account, role }) => {
      const found = needOwnership(account, role, 'Role', name(from), account.roles.get(name(from)));
      if (account.roles.has(name(to))) throw refusals.exists(name(to));
      account.roles.delete(name(from));
      account.roles.set(name(to), found);
      account.below.set(name(to), account.below.get(name(from)) ?? new Set());
      account.below.delete(name(from));
      for (const user of account.users.values()) if (user.roles.delete(name(from))) user.roles.add(name(to));
      for (const [at, grant] of account.grants.entries())
        if (grant.role === name(from)) account.grants[at] = { ...grant, role: name(to) };
      return undefined;
    },
  ],
  [
    new RegExp(`^DROP ROLE ${NAME}$`),
    'DROP ROLE',
    ([, id], { account, role }) => {
      needOwnership(account, role, 'Role', name(id), account.roles.get(name(id)));
      account.roles.delete(name(id));
      account.below.delete(name(id));
      for (const lower of account.below.values()) lower.delete(name(id));
      for (const user of account.users.values()) user.roles.delete(name(id));
      removeGrants(account, (grant) => grant.role === name(id));
      // What the role owned goes to whoever drops it.
      for (const database of account.databases.values())
        for (const object of [database, ...database.schemas.values()])
          if (object.owner === name(id)) object.owner = role;
      return undefined;
    },
  ],
  [
    new RegExp(`^CREATE USER ${NAME} (TYPE = (?:SERVICE|LEGACY_SERVICE)) (.*) ${COMMENT}$`, 's'),
    'CREATE USER',
    ([, id, type, rest = '', comment], { account, role }) => {
      needPrivilege(account, role, 'CREATE USER');
      if (account.users.has(name(id))) throw refusals.exists(name(id));
      const user: User = {
        owner: role,
        comment: text(comment),
        loginName: name(id),
        roles: new Set(),
        properties: new Map([['TYPE', String(type).slice(7)]]),
      };
      setProperties(user, rest);
      // "CREATE USER", TYPE: a user of type SERVICE has no password.
      if (user.password !== undefined && type === 'TYPE = SERVICE') throw refusals.unsupported('PASSWORD');
      account.users.set(name(id), user);
      return undefined;
    },
  ],
  [
    new RegExp(`^ALTER USER ${NAME} RENAME TO ${NAME}$`),
    'ALTER USER',
    ([, from, to], { account, role }) => {
      const found = account.users.get(name(from));
      needOwnership(account, role, 'User', name(from), found);
      if (account.users.has(name(to))) throw refusals.exists(name(to));
      account.users.delete(name(from));
      account.users.set(name(to), { ...(found as User), loginName: name(to) });
      return undefined;
    },
  ],
  [
    new RegExp(`^ALTER USER ${NAME} SET (.*)$`, 's'),
    'ALTER USER',
    ([, id, rest = ''], { account, role }) => {
      const found = account.users.get(name(id));
      needOwnership(account, role, 'User', name(id), found);
      setProperties(found as User, rest);
      return undefined;
    },
  ],
  [
    new RegExp(`^DROP USER ${NAME}$`),
    'DROP USER',
    ([, id], { account, role }) => {
      needOwnership(account, role, 'User', name(id), account.users.get(name(id)));
      account.users.delete(name(id));
      return undefined;
    },
  ],
  [
    new RegExp(`^(GRANT|REVOKE) ROLE ${NAME} (?:TO|FROM) USER ${NAME}$`),
    'GRANT ROLE',
    ([, verb, id, to], { account, role }) => {
      needRoleToGrant(account, role, name(id));
      const user = account.users.get(name(to));
      if (!user) throw refusals.missing('User', name(to));
      if (verb === 'GRANT') user.roles.add(name(id));
      else user.roles.delete(name(id));
      return undefined;
    },
  ],
  [
    new RegExp(`^GRANT ROLE ${NAME} TO ROLE ${NAME}$`),
    'GRANT ROLE',
    ([, id, to], { account, role }) => {
      needRoleToGrant(account, role, name(id));
      if (!account.roles.has(name(to))) throw refusals.missing('Role', name(to));
      account.below.get(name(to))?.add(name(id));
      return undefined;
    },
  ],
  [
    new RegExp(
      `^GRANT (.+) ON (ACCOUNT|WAREHOUSE|DATABASE)(?: (${NAME}|SNOWFLAKE))? TO ROLE ${NAME}( WITH GRANT OPTION)?$`,
    ),
    'GRANT <privileges>',
    ([, privileges = '', on = '', path, , to, option], session) => {
      for (const privilege of privileges.split(', '))
        grant(session, { privilege, on, name: pathOf(path), role: name(to), option: option !== undefined });
      return undefined;
    },
  ],
  [
    new RegExp(`^REVOKE GRANT OPTION FOR (.+) ON (WAREHOUSE|DATABASE) (${NAME}) FROM ROLE ${NAME} CASCADE$`),
    'REVOKE <privileges>',
    ([, privilege = '', on = '', path, , from], session) => {
      const which = { privilege, on, name: pathOf(path) };
      needGrantable(session, which);
      const isMeant = (each: AccountSession['account']['grants'][number]) =>
        each.privilege === privilege && each.on === on && each.name === which.name && each.role === name(from);
      const found = session.account.grants.find(isMeant);
      if (!found?.option) return undefined;
      removeGrants(session.account, isMeant);
      session.account.grants.push({ ...found, option: false });
      return undefined;
    },
  ],
  [
    new RegExp(`^REVOKE (.+) ON (ACCOUNT|WAREHOUSE|DATABASE)(?: (${NAME}|SNOWFLAKE))? FROM ROLE ${NAME}(?: CASCADE)?$`),
    'REVOKE <privileges>',
    ([, privileges = '', on = '', path, , from], session) => {
      for (const privilege of privileges.split(', ')) {
        needGrantable(session, { privilege, on, name: pathOf(path) });
        removeGrants(
          session.account,
          (each) =>
            each.privilege === privilege && each.on === on && each.name === pathOf(path) && each.role === name(from),
        );
      }
      return undefined;
    },
  ],
  [
    new RegExp(`^GRANT OWNERSHIP ON SCHEMA ${NAME}\\.${NAME} TO ROLE ${NAME} COPY CURRENT GRANTS$`),
    'GRANT OWNERSHIP',
    ([, database, schema, to], { account, role }) => {
      const found = account.databases.get(name(database))?.schemas.get(name(schema));
      if (!found) throw refusals.missing('Schema', shown(name(database), name(schema)));
      if (!owns(account, role, found) && !managesGrants(account, role))
        throw refusals.insufficient(`schema '${name(schema)}'.`);
      if (!account.roles.has(name(to))) throw refusals.missing('Role', name(to));
      found.owner = name(to);
      return undefined;
    },
  ],
  [
    new RegExp(`^USE (ROLE|WAREHOUSE) ${NAME}$`),
    'USE ROLE; USE WAREHOUSE',
    ([, kind, id], session) => {
      if (kind === 'ROLE') actAs(session, name(id));
      else useWarehouse(session, name(id));
      return DONE;
    },
  ],
];

/** Takes on a role. Source: "USE ROLE". */
export function actAs(session: AccountSession, role: string): void {
  const { account, user } = session;
  const available =
    [...user.roles].some((each) => account.roles.has(each) && reaches(account, each, role)) || role === 'PUBLIC';
  if (!account.roles.has(role) || !available) throw refusals.roleNotAssigned(role);
  session.role = role;
}

/** Makes a warehouse the current one. Source: "USE WAREHOUSE". */
export function useWarehouse(session: AccountSession, warehouse: string): void {
  const found = session.account.warehouses.get(warehouse);
  const may =
    found &&
    (owns(session.account, session.role, found) ||
      holds(session.account, session.role, { privilege: 'USAGE', on: 'WAREHOUSE', name: warehouse }));
  if (!may) throw refusals.noSuchThing();
  session.warehouse = warehouse;
}

function reaches(account: AccountSession['account'], from: string, to: string): boolean {
  return from === to || [...(account.below.get(from) ?? [])].some((lower) => reaches(account, lower, to));
}

function pathOf(path: string | undefined): string {
  return path === undefined ? '' : path.startsWith('"') ? name(path) : path;
}

type Wanted = { readonly privilege: string; readonly on: string; readonly name: string };

function grant(session: AccountSession, wanted: Wanted & { readonly role: string; readonly option: boolean }): void {
  const { account } = session;
  needGrantable(session, wanted);
  if (!account.roles.has(wanted.role)) throw refusals.missing('Role', wanted.role);
  removeGrants(
    account,
    (each) =>
      each.privilege === wanted.privilege &&
      each.on === wanted.on &&
      each.name === wanted.name &&
      each.role === wanted.role,
  );
  account.grants.push(wanted);
}

/**
 * Who may grant: the owner of the object, who holds the privilege with the grant option, who manages all grants; imported privileges
 * are ACCOUNTADMIN's alone. Sources: "GRANT <privileges>", Access control requirements; "Account Usage".
 */
function needGrantable({ account, role }: AccountSession, { privilege, on, name: path }: Wanted): void {
  const object =
    on === 'DATABASE' ? account.databases.get(path) : on === 'WAREHOUSE' ? account.warehouses.get(path) : undefined;
  if (on !== 'ACCOUNT' && !object) throw refusals.missing(on === 'DATABASE' ? 'Database' : 'Warehouse', path);
  const byOption = holds(account, role, { privilege, on, name: path, option: true });
  const byOther =
    privilege !== 'IMPORTED PRIVILEGES' && (managesGrants(account, role) || (object && owns(account, role, object)));
  if (!byOption && !byOther)
    throw refusals.insufficient(on === 'ACCOUNT' ? 'account.' : `${on.toLowerCase()} '${path}'.`);
}

function needRoleToGrant(account: AccountSession['account'], role: string, wanted: string): void {
  const object = account.roles.get(wanted);
  if (!object) throw refusals.missing('Role', wanted);
  if (!owns(account, role, object) && !managesGrants(account, role)) throw refusals.insufficient(`role '${wanted}'.`);
}

function removeGrants(
  account: AccountSession['account'],
  isGone: (grant: AccountSession['account']['grants'][number]) => boolean,
): void {
  account.grants.splice(0, account.grants.length, ...account.grants.filter((each) => !isGone(each)));
}

/** Source: "CREATE USER" and "DESCRIBE USER", properties; the fingerprint as in "Key-pair authentication". */
function setProperties(user: User, assignments: string): void {
  const one = (property: string, form: string): string | undefined =>
    new RegExp(`(?:^| )${property} = ${form}`).exec(assignments)?.[1];
  const password = one('PASSWORD', TEXT);
  const key = one('RSA_PUBLIC_KEY', TEXT);
  const login = one('LOGIN_NAME', TEXT);
  if (password !== undefined) user.password = text(password);
  if (login !== undefined) user.loginName = text(login);
  if (key !== undefined) {
    user.publicKey = text(key);
    const digest = createHash('sha256')
      .update(Buffer.from(text(key), 'base64'))
      .digest('base64');
    user.properties.set('RSA_PUBLIC_KEY_FP', `SHA256:${digest}`);
  }
  for (const property of ['DEFAULT_ROLE', 'DEFAULT_WAREHOUSE']) {
    const value = one(property, NAME);
    if (value !== undefined) user.properties.set(property, shown(name(value)));
  }
}
