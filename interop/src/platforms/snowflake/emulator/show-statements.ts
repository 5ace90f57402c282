import { type Account, inherited, LISTED, type Listed, managesGrants, owns, sees } from './account.ts';
import { isLike, NAME, name, shown, TEXT, text } from './reading.ts';
import { refusals } from './refusal.ts';
import type { AccountSession, Rows } from './session.ts';

/** The end of a list that is read page by page. */
const PAGE = `(?: LIMIT (\\d+)(?: FROM ${TEXT})?)?`;
/** The maximum number of rows of a list. */
const MAX_ROWS = 10_000;

type Handler = (match: RegExpExecArray, session: AccountSession) => Rows;

/** The statements that inspect objects, each with its documentation page. */
export const SHOW_STATEMENTS: readonly (readonly [form: RegExp, page: string, run: Handler])[] = [
  [
    new RegExp(`^SHOW DATABASES(?: LIKE ${TEXT})?${PAGE}$`),
    'SHOW DATABASES',
    ([, like, limit, from], { account, role }) =>
      pageOf(
        [...account.databases]
          .filter(([each, object]) => fits(each, like) && sees(account, role, 'DATABASE', each, object))
          .map(([each, { owner, comment }]) => ({ name: each, owner, comment })),
        limit,
        from,
      ),
  ],
  [
    new RegExp(`^SHOW SCHEMAS(?: LIKE ${TEXT})?(?: IN DATABASE ${NAME}| IN ACCOUNT)?${PAGE}$`),
    'SHOW SCHEMAS',
    showSchemas,
  ],
  [
    new RegExp(`^SHOW ROLES(?: LIKE ${TEXT}| STARTS WITH ${TEXT})?${PAGE}$`),
    'SHOW ROLES',
    ([, like, start, limit, from], { account, role }) =>
      pageOf(
        [...account.roles]
          .filter(([each]) => fits(each, like) && (start === undefined || each.startsWith(text(start))))
          .filter(
            ([each, object]) =>
              managesGrants(account, role) || owns(account, role, object) || inherited(account, role).has(each),
          )
          .map(([each, { owner, comment }]) => ({ name: each, owner, comment })),
        limit,
        from,
      ),
  ],
  [
    new RegExp(`^SHOW USERS(?: LIKE ${TEXT})?${PAGE}$`),
    'SHOW USERS',
    ([, like, limit, from], session) =>
      pageOf(
        [...session.account.users]
          .filter(([each]) => fits(each, like))
          .filter(
            ([each, object]) =>
              each === session.userName || mayListUsers(session) || owns(session.account, session.role, object),
          )
          .map(([each, user]) =>
            mayListUsers(session) || owns(session.account, session.role, user)
              ? { name: each, owner: user.owner, comment: user.comment }
              : { name: each, owner: null, comment: null },
          ),
        limit,
        from,
      ),
  ],
  [
    new RegExp(`^SHOW WAREHOUSES(?: LIKE ${TEXT})?$`),
    'SHOW WAREHOUSES',
    ([, like], { account, role }) =>
      [...account.warehouses]
        .filter(([each, object]) => fits(each, like) && sees(account, role, 'WAREHOUSE', each, object))
        .map(([each, { owner, comment, suspended, autoResume }]) => ({
          name: each,
          owner,
          comment,
          state: suspended ? 'SUSPENDED' : 'STARTED',
          auto_resume: String(autoResume),
        })),
  ],
  [
    new RegExp(`^SHOW (${Object.keys(LISTED).join('|')}) IN (?:DATABASE ${NAME}|SCHEMA ${NAME}\\.${NAME})$`),
    Object.keys(LISTED)
      .map((list) => `SHOW ${list}`)
      .join('; '),
    ([, list = '', database, within, schema], session) => {
      const { unknownLists, edition } = session.account;
      if (unknownLists.has(list)) throw refusals.syntax(`SHOW ${list}`);
      if (edition === 'STANDARD' && list === 'MASKING POLICIES') throw refusals.unsupported('MASKING POLICY');
      return showContents(session, list as Listed, name(database ?? within), schema);
    },
  ],
  [
    new RegExp(`^SHOW DATABASE ROLES IN DATABASE ${NAME}$`),
    'SHOW DATABASE ROLES',
    ([, database], { account, role }) => {
      const found = account.databases.get(name(database));
      if (!found || !sees(account, role, 'DATABASE', name(database), found)) throw refusals.noSuchThing();
      return [...(found.databaseRoles ?? [])].map(([each, { owner, comment }]) => ({ name: each, owner, comment }));
    },
  ],
  [
    new RegExp(`^SHOW GRANTS ON DATABASE ${NAME}$`),
    'SHOW GRANTS',
    ([, database], { account, role }) => {
      const found = account.databases.get(name(database));
      if (!found || !sees(account, role, 'DATABASE', name(database), found)) throw refusals.noSuchThing();
      const isAll = owns(account, role, found) || managesGrants(account, role);
      const roles = inherited(account, role);
      const granted = account.grants.filter(
        (grant) => grant.on === 'DATABASE' && grant.name === name(database) && (isAll || roles.has(grant.role)),
      );
      const all = [{ privilege: 'OWNERSHIP', role: found.owner, option: true }, ...granted];
      return all.map((grant) => ({
        privilege: grant.privilege,
        granted_on: 'DATABASE',
        name: shown(name(database)),
        granted_to: 'ROLE',
        grantee_name: shown(grant.role),
        grant_option: String(grant.option),
      }));
    },
  ],
  [new RegExp(`^SHOW GRANTS TO ROLE ${NAME}$`), 'SHOW GRANTS', ([, role], session) => showGrants(session, name(role))],
  [
    new RegExp(`^SHOW GRANTS ON SCHEMA ${NAME}\\.${NAME}$`),
    'SHOW GRANTS',
    ([, database, schema], { account, role }) => {
      const path = `${name(database)}.${name(schema)}`;
      const found = account.databases.get(name(database))?.schemas.get(name(schema));
      if (!found || !sees(account, role, 'SCHEMA', path, found)) throw refusals.noSuchThing();
      const isAll = owns(account, role, found) || managesGrants(account, role);
      const roles = inherited(account, role);
      return account.grants
        .filter((grant) => grant.on === 'SCHEMA' && grant.name === path && (isAll || roles.has(grant.role)))
        .map((grant) => ({
          privilege: grant.privilege,
          granted_on: 'SCHEMA',
          name: shown(name(database), name(schema)),
          granted_to: 'ROLE',
          grantee_name: shown(grant.role),
          grant_option: String(grant.option),
        }));
    },
  ],
  [
    new RegExp(`^SHOW GRANTS OF ROLE ${NAME}$`),
    'SHOW GRANTS',
    ([, role], { account }) => {
      if (!account.roles.has(name(role))) throw refusals.missing('Role', name(role));
      return [...account.users]
        .filter(([, user]) => user.roles.has(name(role)))
        .map(([user]) => ({ role: name(role), granted_to: 'USER', grantee_name: user }));
    },
  ],
  [new RegExp(`^DESCRIBE USER ${NAME}$`), 'DESCRIBE USER', ([, user], session) => describeUser(session, name(user))],
  [
    /^SHOW MASKING POLICIES IN ACCOUNT$/,
    'SHOW MASKING POLICIES; "Snowflake Editions"',
    (_match, { account }) => {
      if (account.edition === 'STANDARD') throw refusals.unsupported('MASKING POLICY');
      return [];
    },
  ],
  [
    /^SHOW PARAMETERS LIKE 'QUOTED_IDENTIFIERS_IGNORE_CASE' IN ACCOUNT$/,
    'SHOW PARAMETERS',
    (_match, { account }) => [{ key: 'QUOTED_IDENTIFIERS_IGNORE_CASE', value: String(account.foldsQuoted) }],
  ],
];

/** A row is shown to the owner of the object, to roles above it, and to those that manage grants. */
function showContents({ account, role }: AccountSession, list: Listed, database: string, schema?: string): Rows {
  const found = account.databases.get(database);
  if (!found || !sees(account, role, 'DATABASE', database, found)) throw refusals.noSuchThing();
  return [...(found.contents ?? [])]
    .map(([path, object]) => ({ object, schema_name: path.split('.')[0] ?? '', name: path.split('.')[1] ?? '' }))
    .filter(
      ({ object, schema_name }) =>
        (LISTED[list] as readonly string[]).includes(object.kind) && (!schema || name(schema) === schema_name),
    )
    .filter(({ object }) => managesGrants(account, role) || owns(account, role, object))
    .map(({ object: { kind, owner, comment }, schema_name, name: each }) => {
      const row = { name: each, schema_name, database_name: database, kind, comment };
      return kind === 'PROCEDURE' || kind === 'FUNCTION' ? { ...row, is_builtin: 'N' } : { ...row, owner };
    });
}

/**
 * Returns a page of a list, which is sorted by database and name: the rows after a name, up to a maximum. A longer list without
 * a maximum fails. Sources: "SHOW USERS", "SHOW SCHEMAS", LIMIT … FROM; the message is from public reports of the real service.
 */
function pageOf<Item extends Rows[number]>(rows: readonly Item[], limit?: string, from?: string): readonly Item[] {
  if (limit === undefined && rows.length > MAX_ROWS) throw refusals.tooManyRows();
  const path = (row: Item): string => `${row.database_name ?? ''}\0${row.name}`;
  const sorted = rows.toSorted((one, other) => (path(one) < path(other) ? -1 : 1));
  const after = from === undefined ? sorted : sorted.filter((row) => String(row.name) > text(from));
  return after.slice(0, limit === undefined ? MAX_ROWS : Number(limit));
}

function fits(each: string, like: string | undefined): boolean {
  return like === undefined || isLike(each, text(like));
}

/** Source: behaviour change 2023_06, "SHOW USERS command: Output filtered based on privileges granted to active role". */
function mayListUsers({ account, role }: AccountSession): boolean {
  const roles = inherited(account, role);
  return account.grants.some(
    (grant) => roles.has(grant.role) && (grant.privilege === 'CREATE USER' || grant.privilege === 'MANAGE GRANTS'),
  );
}

function showSchemas([, like, database, limit, from]: RegExpExecArray, { account, role }: AccountSession): Rows {
  const wanted = database === undefined ? [...account.databases.keys()] : [name(database)];
  const rows = wanted.flatMap((each) => {
    const found = account.databases.get(each);
    if (!found || !sees(account, role, 'DATABASE', each, found)) {
      if (database === undefined) return [];
      throw refusals.noSuchThing();
    }
    return [...found.schemas]
      .filter(([schema, object]) => fits(schema, like) && sees(account, role, 'SCHEMA', `${each}.${schema}`, object))
      .map(([schema, { owner, comment }]) => ({ name: schema, database_name: each, owner, comment }));
  });
  return pageOf(rows, limit, from);
}

/** Every session sees the grants to its own roles. Other grants need MANAGE GRANTS or the ownership. */
function showGrants(session: AccountSession, role: string): Rows {
  const { account } = session;
  const object = account.roles.get(role);
  const isVisible =
    managesGrants(account, session.role) ||
    inherited(account, session.role).has(role) ||
    (object && owns(account, session.role, object));
  if (!object || !isVisible) throw refusals.missing('Role', role);
  const below = [...(account.below.get(role) ?? [])].map((lower) => row('USAGE', 'ROLE', shown(lower), false));
  return [...account.grants.filter((grant) => grant.role === role).map(shownGrant), ...below];
}

/** Imported privileges are shown as their parts. Source: "GRANT <privileges>", imported databases. */
function shownGrant({ privilege, on, name: path, option }: Account['grants'][number]) {
  return row(
    privilege === 'IMPORTED PRIVILEGES' ? 'USAGE' : privilege,
    on,
    on === 'ACCOUNT' ? 'XY12345' : shown(...path.split('\0')),
    option,
  );
}

function row(privilege: string, granted_on: string, path: string, option: boolean) {
  return { privilege, granted_on, name: path, grant_option: String(option) };
}

/** Users may describe themselves. Source: "DESCRIBE USER". */
function describeUser(session: AccountSession, user: string): Rows {
  const found = session.account.users.get(user);
  const isVisible =
    user === session.userName || mayListUsers(session) || (found && owns(session.account, session.role, found));
  if (!found || !isVisible) throw refusals.missing('User', user);
  // "CREATE USER", LOGIN_NAME: it is stored in upper case.
  const login = found.loginName.toUpperCase();
  const entries = [
    ['NAME', user],
    ['LOGIN_NAME', login],
    ['COMMENT', found.comment],
    ...found.properties,
  ] as readonly (readonly [string, string])[];
  return entries.map(([property, value]) => ({ property, value }));
}
