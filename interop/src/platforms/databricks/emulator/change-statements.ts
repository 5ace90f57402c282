import { addSecurable, type Kind, type Securable, type TagPolicy } from './account.ts';
import { enter, find, holds, manages, need, owns } from './privileges.ts';
import { isObjectName, name, names, PATH, PRINCIPAL, TEXT, text } from './reading.ts';
import { refusals } from './refusal.ts';
import type { Caller, Changes } from './session.ts';

/** The words for tables of each type. */
const TABLES = 'TABLE|MATERIALIZED VIEW|STREAMING TABLE';
const COMMENT = `(?: COMMENT ${TEXT})?`;
/** The object of a policy by attributes. */
const POLICY_PLACE = `(METASTORE|CATALOG|SCHEMA|TABLE)(?: ${PATH})?`;
const PROPERTIES = `\\((${TEXT} = ${TEXT}(?:, ${TEXT} = ${TEXT})*)\\)`;

/** The statements that create, change and drop objects, each with its documentation page. */
export const CHANGE_STATEMENTS: Changes = [
  [
    new RegExp(`^CREATE CATALOG (IF NOT EXISTS )?${PATH}(?: MANAGED LOCATION ${TEXT})?${COMMENT}$`),
    'CREATE CATALOG',
    ([, guard, path, location, comment], caller) => {
      const { account, principal } = caller;
      const catalog = newName(path);
      need(account, principal, 'CREATE CATALOG', 'METASTORE', '');
      if (exists(caller, 'CATALOG', catalog, guard)) return;
      if (location === undefined && account.metastore?.storageRoot === undefined) throw refusals.noStorage();
      if (location !== undefined) needStorage(caller, text(location));
      addSecurable(account, 'CATALOG', catalog, principal).comment = text(comment);
      // Source: "CREATE CATALOG": a catalog has the schemas default and information_schema from the start.
      addSecurable(account, 'SCHEMA', `${catalog}.information_schema`, 'System user');
      addSecurable(account, 'SCHEMA', `${catalog}.default`, principal);
    },
  ],
  [
    new RegExp(`^CREATE (?:SCHEMA|DATABASE) (IF NOT EXISTS )?${PATH}${COMMENT}(?: WITH DBPROPERTIES ${PROPERTIES})?$`),
    'CREATE SCHEMA',
    ([, guard, path, comment, properties], caller) => {
      const { account, principal } = caller;
      const schema = newName(path);
      enter(account, principal, schema);
      const [catalog = ''] = names(path);
      need(account, principal, 'CREATE SCHEMA', 'CATALOG', catalog);
      if (exists(caller, 'SCHEMA', schema, guard)) return;
      const made = addSecurable(account, 'SCHEMA', schema, principal);
      made.comment = text(comment);
      setProperties(made, properties);
    },
  ],
  [
    new RegExp(`^CREATE (OR REPLACE )?FUNCTION (IF NOT EXISTS )?${PATH}\\([\\s\\S]*$`),
    'CREATE FUNCTION (SQL and Python)',
    ([, replace, guard, path], caller) => {
      const { account, principal } = caller;
      const routine = newName(path);
      enter(account, principal, routine);
      const schema = names(path).slice(0, -1).join('.');
      need(account, principal, 'CREATE FUNCTION', 'SCHEMA', schema);
      if (replace !== undefined && account.securables.has(routine)) return owned(caller, 'FUNCTION', routine);
      if (exists(caller, 'FUNCTION', routine, guard)) return;
      addSecurable(account, 'FUNCTION', routine, principal);
    },
  ],
  [
    new RegExp(`^CREATE TABLE (IF NOT EXISTS )?${PATH} ?\\([\\s\\S]*$`),
    'CREATE TABLE [USING]',
    ([, guard, path], caller) => {
      const { account, principal } = caller;
      const table = newName(path);
      enter(account, principal, table);
      need(account, principal, 'CREATE TABLE', 'SCHEMA', names(path).slice(0, -1).join('.'));
      if (exists(caller, 'TABLE', table, guard)) return;
      addSecurable(account, 'TABLE', table, principal);
    },
  ],
  [
    new RegExp(`^ALTER (CATALOG|SCHEMA) ${PATH} (?:SET )?OWNER TO ${PRINCIPAL}$`),
    'ALTER CATALOG; ALTER SCHEMA',
    ([, kind, path, to], caller) => {
      const object = managed(caller, kind as Kind, names(path).join('.'));
      object.owner = known(caller, name(to));
    },
  ],
  [
    new RegExp(`^COMMENT ON (CATALOG|SCHEMA) ${PATH} IS (NULL|${TEXT})$`),
    'COMMENT ON',
    ([, kind, path, comment], caller) => {
      const object = managed(caller, kind as Kind, names(path).join('.'));
      object.comment = comment === 'NULL' ? '' : text(comment);
    },
  ],
  [
    new RegExp(`^ALTER SCHEMA ${PATH} SET DBPROPERTIES ?${PROPERTIES}$`),
    'ALTER SCHEMA',
    ([, path, properties], caller) => setProperties(managed(caller, 'SCHEMA', names(path).join('.')), properties),
  ],
  [
    new RegExp(`^ALTER (${TABLES}) ${PATH} (?:(SET) ROW FILTER ${PATH} ON \\([^)]*\\)|DROP ROW FILTER)$`),
    'ROW FILTER clause',
    ([, words, path, set, filter], caller) =>
      setPolicy(caller, [words, path], '', set === undefined ? undefined : filter),
  ],
  [
    new RegExp(`^ALTER (${TABLES}) ${PATH} ALTER COLUMN ${PATH} (?:(SET) MASK ${PATH}|DROP MASK)$`),
    'COLUMN MASK clause',
    ([, words, path, column, set, mask], caller) =>
      setPolicy(caller, [words, path], names(column).join('.'), set === undefined ? undefined : mask),
  ],
  [
    new RegExp(`^CREATE POLICY ${PATH} ON ${POLICY_PLACE} (ROW FILTER|COLUMN MASK) ${PATH} [\\s\\S]*$`),
    'CREATE POLICY',
    ([, policy, on, path, type, called], caller) => {
      caller.account.tagPolicies.push({
        name: names(policy).join('.'),
        ...policyPlace(caller, on, path),
        type: type === 'ROW FILTER' ? 'row_filter' : 'column_mask',
        function: names(called).join('.'),
      });
    },
  ],
  [
    new RegExp(`^DROP POLICY ${PATH} ON ${POLICY_PLACE}$`),
    'DROP POLICY',
    ([, policy, on, path], caller) => {
      const place = policyPlace(caller, on, path);
      const { tagPolicies } = caller.account;
      const at = tagPolicies.findIndex((each) => each.name === names(policy).join('.') && each.path === place.path);
      if (at < 0) throw refusals.missing('POLICY', names(policy).join('.'));
      tagPolicies.splice(at, 1);
    },
  ],
  [
    new RegExp(`^DROP (CATALOG|SCHEMA|FUNCTION|TABLE) (IF EXISTS )?${PATH}( CASCADE| RESTRICT)?$`),
    'DROP CATALOG; DROP SCHEMA; DROP FUNCTION; DROP TABLE',
    ([, kind, guard, path, reach], caller) => drop(caller, kind as Kind, names(path).join('.'), guard, reach),
  ],
];

/**
 * Requires the privilege to store a catalog at a location. Source: "CREATE CATALOG", MANAGED LOCATION: CREATE MANAGED
 * STORAGE on it.
 */
function needStorage({ account, principal }: Caller, url: string): void {
  const [path] =
    [...account.securables].find(([, { kind, properties }]) => {
      const root = properties.get('url')?.replace(/\/$/, '');
      return kind === 'EXTERNAL LOCATION' && root !== undefined && `${url}/`.startsWith(`${root}/`);
    }) ?? [];
  if (path === undefined) throw refusals.noLocation(url);
  if (!holds(account, principal, 'CREATE MANAGED STORAGE', path))
    throw refusals.lacks('CREATE MANAGED STORAGE', 'EXTERNAL LOCATION', path.replace(/^.*\//, ''));
}

function newName(path: string | undefined): string {
  const parts = names(path);
  for (const part of parts) if (!isObjectName(part)) throw refusals.badName(part);
  return parts.join('.');
}

function exists({ account }: Caller, kind: Kind, path: string, guard: string | undefined): boolean {
  if (!account.securables.has(path)) return false;
  if (guard === undefined) throw refusals.exists(kind, path);
  return true;
}

/** An object that the caller owns or manages. Source: "Manage Unity Catalog object ownership", Transfer ownership. */
function managed({ account, principal }: Caller, kind: Kind, path: string): Securable {
  enter(account, principal, path);
  const object = find(account, kind, path);
  if (!manages(account, principal, path)) throw refusals.lacks('MANAGE', kind, path);
  return object;
}

/** The object of a policy, which the caller manages. Sources: "CREATE POLICY"; "DROP POLICY", ON METASTORE. */
function policyPlace(caller: Caller, on = '', path: string | undefined): Pick<TagPolicy, 'on' | 'path'> {
  const at = names(path).join('.');
  if (on !== 'METASTORE') managed(caller, on as Kind, at);
  else if (!manages(caller.account, caller.principal, '')) throw refusals.notAccountAdmin();
  return { on: on as TagPolicy['on'], path: at };
}

function owned({ account, principal }: Caller, kind: Kind, path: string): void {
  if (!owns(account, principal, path) && !holds(account, principal, 'MANAGE', path))
    throw refusals.notOwner(kind, path);
}

/**
 * Only an owner, or a principal with MANAGE on the table, sets and removes its policies. Source: "Row filters and
 * column masks".
 */
function setPolicy(
  caller: Caller,
  [words = '', path]: readonly (string | undefined)[],
  column: string,
  policy: string | undefined,
): void {
  const table = managed(caller, 'TABLE', names(path).join('.'));
  // "ALTER MATERIALIZED VIEW", "ALTER STREAMING TABLE": such tables have statements of their own.
  const type = table.properties.get('table_type') ?? 'TABLE';
  if (words.replace(' ', '_') !== type) throw refusals.notOfThisType(words, type);
  if (policy === undefined) {
    table.policies.delete(column);
    return;
  }
  const routine = names(policy).join('.');
  find(caller.account, 'FUNCTION', routine);
  need(caller.account, caller.principal, 'EXECUTE', 'FUNCTION', routine);
  table.policies.set(column, routine);
}

/** A principal of the account. Source: "Principal": workspace-local groups are not principals. */
export function known({ account }: Caller, principal: string): string {
  const isGroup = principal === 'account users' || account.groups.get(principal)?.level === 'account';
  if (!isGroup && !account.principals.has(principal)) throw refusals.noPrincipal(principal);
  return principal;
}

function setProperties(object: Securable, properties: string | undefined): void {
  for (const [, key, value] of (properties ?? '').matchAll(new RegExp(`${TEXT} = ${TEXT}`, 'g')))
    object.properties.set(text(key), text(value));
}

/**
 * Drops an object. Its contents are dropped with CASCADE only; grants on dropped objects are removed too. Sources: "DROP
 * CATALOG"; "DROP SCHEMA".
 */
function drop(caller: Caller, kind: Kind, path: string, guard: string | undefined, reach: string | undefined): void {
  const { account } = caller;
  if (!account.securables.has(path)) {
    if (guard !== undefined) return;
    throw refusals.missingInStatement(kind, path);
  }
  managed(caller, kind, path);
  const inside = [...account.securables.keys()].filter((each) => each.startsWith(`${path}.`));
  const isEmpty = inside.every((each) => /^[^.]+\.(information_schema|default)$/.test(each));
  if (reach !== ' CASCADE' && !isEmpty) throw refusals.notEmpty(kind, path);
  const gone = new Set([path, ...inside]);
  for (const each of gone) account.securables.delete(each);
  const kept = account.grants.filter(({ name: on, on: at }) => at === 'METASTORE' || !gone.has(on));
  account.grants.splice(0, account.grants.length, ...kept);
}
