import { type Account, type Grant, holds, managesGrants, owns } from './account.ts';
import { NAME, name, shown } from './reading.ts';
import { refusals } from './refusal.ts';
import { removeGrants } from './remove-grants.ts';
import type { AccountSession } from './session.ts';
import type { StatementTable } from './statement-table.ts';

/** The statements that grant and revoke. */
export const GRANT_STATEMENTS: StatementTable = [
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
      const isMeant = (each: Grant) =>
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
    new RegExp(`^(GRANT|REVOKE) USAGE ON SCHEMA ${NAME}\\.${NAME} (?:TO|FROM) ROLE ${NAME}$`),
    'GRANT <privileges>',
    ([, verb, database, schema, to], { account, role }) => {
      const found = account.databases.get(name(database))?.schemas.get(name(schema));
      if (!found) throw refusals.missing('Schema', shown(name(database), name(schema)));
      // With managed access, only the owner and roles that manage all grants may grant. Source: "CREATE SCHEMA", WITH
      // MANAGED ACCESS.
      if (!owns(account, role, found) && !managesGrants(account, role))
        throw refusals.insufficient(`schema '${name(schema)}'.`);
      if (!account.roles.has(name(to))) throw refusals.missing('Role', name(to));
      const given = { privilege: 'USAGE', on: 'SCHEMA', name: `${name(database)}.${name(schema)}`, role: name(to) };
      removeGrants(account, (each) => each.on === given.on && each.name === given.name && each.role === given.role);
      if (verb === 'GRANT') account.grants.push({ ...given, option: false });
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
];

function pathOf(path: string | undefined): string {
  return path === undefined ? '' : path.startsWith('"') ? name(path) : path;
}

type Wanted = { readonly privilege: string; readonly on: string; readonly name: string };

function grant(session: AccountSession, wanted: Wanted & { readonly role: string; readonly option: boolean }): void {
  const { account } = session;
  needGrantable(session, wanted);
  if (!account.roles.has(wanted.role)) throw refusals.missing('Role', wanted.role);
  const isSame = (each: Grant) =>
    each.privilege === wanted.privilege &&
    each.on === wanted.on &&
    each.name === wanted.name &&
    each.role === wanted.role;
  // Only REVOKE GRANT OPTION FOR is documented to remove an option, so a grant without the option removes none.
  const option = wanted.option || account.grants.some((each) => isSame(each) && each.option);
  removeGrants(account, isSame);
  account.grants.push({ ...wanted, option });
}

/**
 * Requires the right to grant: the role owns the object, holds the privilege with the grant option, or manages all grants;
 * only ACCOUNTADMIN grants imported privileges. Sources: "GRANT <privileges>", Access control requirements; "Account
 * Usage".
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

function needRoleToGrant(account: Account, role: string, wanted: string): void {
  const object = account.roles.get(wanted);
  if (!object) throw refusals.missing('Role', wanted);
  if (!owns(account, role, object) && !managesGrants(account, role)) throw refusals.insufficient(`role '${wanted}'.`);
}
