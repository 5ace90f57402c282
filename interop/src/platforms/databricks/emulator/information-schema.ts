import type { Kind, Securable } from './account.ts';
import { enter, manages, need, sees } from './privileges.ts';
import { TEXT, text } from './reading.ts';
import { refusals } from './refusal.ts';
import type { Caller, Readings, Rows } from './session.ts';

type Row = Readonly<Record<string, string | null>>;

/**
 * The readable relations, each with its documentation page. All show only objects that the caller may interact with.
 */
const RELATIONS: Readonly<Record<string, readonly [page: string, rows: (caller: Caller) => readonly Row[]]>> = {
  catalogs: [
    'CATALOGS',
    (caller) =>
      visible(caller, 'CATALOG').map(([catalog_name, { owner, comment }]) => ({
        catalog_name,
        catalog_owner: owner,
        comment: comment === '' ? null : comment,
      })),
  ],
  schemata: [
    'SCHEMATA',
    (caller) =>
      visible(caller, 'SCHEMA').map(([path, { owner, comment }]) => ({
        ...split(path, ['catalog_name', 'schema_name']),
        schema_owner: owner,
        comment: comment === '' ? null : comment,
      })),
  ],
  tables: [
    'TABLES',
    (caller) =>
      visible(caller, 'TABLE').map(([path, { owner, properties }]) => ({
        ...split(path, ['table_catalog', 'table_schema', 'table_name']),
        table_owner: owner,
        table_type: properties.get('table_type') ?? 'MANAGED',
      })),
  ],
  routines: [
    'ROUTINES',
    (caller) =>
      visible(caller, 'FUNCTION').map(([path, { owner }]) => ({
        ...split(path, ['routine_catalog', 'routine_schema', 'routine_name']),
        routine_owner: owner,
      })),
  ],
  // The emulator has no volumes.
  volumes: ['VOLUMES', () => []],
  row_filters: [
    'ROW_FILTERS',
    (caller) =>
      visible(caller, 'TABLE').flatMap(([path, { policies }]) =>
        [...policies]
          .filter(([column]) => column === '')
          .map(([, policy]) => ({
            ...split(path, ['catalog_name', 'schema_name', 'table_name']),
            ...split(policy, ['filter_catalog', 'filter_schema', 'filter_name']),
          })),
      ),
  ],
  // Policies are visible only to principals that manage their object.
  abac_policy_definitions: [
    'ABAC_POLICY_DEFINITIONS',
    ({ account, principal }) => {
      if (!account.listsPolicies)
        throw refusals.missingInStatement('TABLE', 'system.information_schema.abac_policy_definitions');
      return account.tagPolicies
        .filter(({ path }) => manages(account, principal, path))
        .map(({ name, on, path, type }) => {
          const { table_name, ...place } = split(path, ['catalog_name', 'schema_name', 'table_name']);
          return {
            policy_name: name,
            policy_type: type.toUpperCase(),
            catalog_name: place.catalog_name || null,
            schema_name: place.schema_name ?? null,
            securable_name: table_name ?? null,
            on_securable_type: on,
          };
        });
    },
  ],
  column_masks: [
    'COLUMN_MASKS',
    (caller) =>
      visible(caller, 'TABLE').flatMap(([path, { policies }]) =>
        [...policies]
          .filter(([column]) => column !== '')
          .map(([column_name, policy]) => ({
            ...split(path, ['catalog_name', 'schema_name', 'table_name']),
            column_name,
            ...split(policy, ['mask_catalog', 'mask_schema', 'mask_name']),
          })),
      ),
  ],
};

/** Queries of the information schema of all catalogs. Source: "Information schema". */
export const INFORMATION_STATEMENTS: Readings = [
  [
    /^SELECT ((?:attached|listed)\.[a-z_]+(?:, (?:attached|listed)\.[a-z_]+)*) FROM system\.information_schema\.(row_filters|column_masks) AS attached LEFT JOIN system\.information_schema\.tables AS listed ON listed\.table_catalog = attached\.catalog_name AND listed\.table_schema = attached\.schema_name AND listed\.table_name = attached\.table_name WHERE ([\s\S]+)$/,
    'Information schema; JOIN',
    ([, list = '', relation = '', condition = ''], caller): Rows => {
      const { account, principal } = caller;
      enter(account, principal, `system.information_schema.${relation}`);
      need(account, principal, 'SELECT', 'SCHEMA', 'system.information_schema');
      const tables = RELATIONS.tables?.[1](caller) ?? [];
      const [own, wanted] = [condition, list].map((text) => text.replaceAll(/\b(?:attached|listed)\./g, ''));
      const joined = (RELATIONS[relation]?.[1](caller) ?? []).map((row) => {
        const table = tables.find(
          (each) =>
            each.table_catalog === row.catalog_name &&
            each.table_schema === row.schema_name &&
            each.table_name === row.table_name,
        );
        return { ...row, table_type: table?.table_type ?? null };
      });
      return joined.filter((row) => fits(row, own ?? '', caller)).map((row) => pick(row, wanted ?? ''));
    },
  ],
  [
    /^SELECT ([a-z_, ]+|1|\*) FROM (?:`?system`?\.)`?information_schema`?\.`?([a-z_]+)`?(?: WHERE ([\s\S]+?))?(?: ORDER BY [a-z_, ]+)?(?: LIMIT (\d+))?$/,
    'Information schema',
    ([, list = '', relation = '', condition, limit], caller): Rows => {
      const known = RELATIONS[relation];
      if (!known) throw refusals.missingInStatement('TABLE', `system.information_schema.${relation}`);
      const { account, principal } = caller;
      enter(account, principal, `system.information_schema.${relation}`);
      need(account, principal, 'SELECT', 'SCHEMA', 'system.information_schema');
      const rows = known[1](caller).filter((row) => condition === undefined || fits(row, condition, caller));
      return rows.slice(0, limit === undefined ? rows.length : Number(limit)).map((row) => pick(row, list));
    },
  ],
];

function visible({ account, principal }: Caller, kind: Kind): readonly (readonly [string, Securable])[] {
  return [...account.securables].filter(([path, object]) => object.kind === kind && sees(account, principal, path));
}

function split(path: string, columns: readonly string[]): Row {
  const parts = path.split('.');
  return Object.fromEntries(columns.map((column, index) => [column, parts[index] ?? null]));
}

/** Conditions compare with literals, joined by AND; the last one may compare a column with the values of a query. */
function fits(row: Row, condition: string, caller: Caller): boolean {
  const [, before, column, query] = /^([\s\S]*) AND ([a-z_]+) NOT IN \(([\s\S]*)\)$/.exec(condition) ?? [];
  if (before !== undefined && column !== undefined && query !== undefined) {
    if (!(column in row)) throw refusals.noColumn(column);
    return fits(row, before, caller) && !valuesOf(query, caller).includes(row[column] ?? null);
  }
  const terms = [...condition.matchAll(new RegExp(`(?:^| AND )\\(?([a-z_]+) (?:(=|<>) ${TEXT}|(IS NULL))\\)?`, 'g'))];
  if (terms.map(([whole]) => whole).join('') !== condition) throw refusals.syntax(condition);
  return terms.every(([, column = '', sign, literal, isNull]) => {
    if (!(column in row)) throw refusals.noColumn(column);
    if (isNull !== undefined) return row[column] === null;
    return (row[column] === text(literal)) === (sign === '=');
  });
}

function valuesOf(query: string, caller: Caller): readonly (string | null)[] {
  for (const [form, , run] of INFORMATION_STATEMENTS) {
    const match = form.exec(query);
    if (match) return run(match, caller).map((row) => Object.values(row)[0] ?? null);
  }
  throw refusals.syntax(query);
}

function pick(row: Row, list: string): Row {
  if (list === '*') return row;
  if (list === '1') return { 1: '1' };
  return Object.fromEntries(
    list.split(', ').map((column) => {
      if (!(column in row)) throw refusals.noColumn(column);
      return [column, row[column] ?? null];
    }),
  );
}
