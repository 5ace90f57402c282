import type { Kind } from './account.ts';
import { enter, find, sees } from './privileges.ts';
import { isLike, names, PATH, TEXT, text } from './reading.ts';
import { refusals } from './refusal.ts';
import type { Caller, Readings, Rows } from './session.ts';

/** The reading statements, each with its documentation page. Objects that a caller may not see are omitted. */
export const SHOW_STATEMENTS: Readings = [
  [
    new RegExp(`^SHOW CATALOGS(?: LIKE ${TEXT})?$`),
    'SHOW CATALOGS',
    ([, like], caller): Rows =>
      visible(caller, 'CATALOG')
        .filter((each) => like === undefined || isLike(each, text(like)))
        .map((catalog) => ({ catalog })),
  ],
  [
    new RegExp(`^SHOW (?:SCHEMAS|DATABASES)(?: (?:IN|FROM) ${PATH})?(?: LIKE ${TEXT})?$`),
    'SHOW SCHEMAS',
    ([, path, like], caller): Rows => {
      const [catalog = caller.catalog ?? 'main'] = names(path);
      find(caller.account, 'CATALOG', catalog);
      enter(caller.account, caller.principal, `${catalog}.any`);
      return visible(caller, 'SCHEMA')
        .filter((each) => each.startsWith(`${catalog}.`))
        .map((each) => each.slice(catalog.length + 1))
        .filter((each) => like === undefined || isLike(each, text(like)))
        .map((databaseName) => ({ databaseName }));
    },
  ],
  [
    new RegExp(`^(?:DESCRIBE|DESC) (CATALOG|SCHEMA) (?:EXTENDED )?${PATH}$`),
    'DESCRIBE CATALOG; DESCRIBE SCHEMA',
    ([, kind, path], { account, principal }): Rows => {
      const at = names(path).join('.');
      if (kind === 'SCHEMA') enter(account, principal, at);
      const { owner, comment, properties } = find(account, kind as Kind, at);
      if (!sees(account, principal, at))
        throw refusals.lacks(kind === 'CATALOG' ? 'USE CATALOG' : 'USE SCHEMA', String(kind), at);
      const label = kind === 'CATALOG' ? 'Catalog Name' : 'Namespace Name';
      return [
        [label, names(path).at(-1) ?? ''],
        ['Comment', comment],
        ['Owner', owner],
        ['Properties', `(${[...properties].map(([key, value]) => `(${key},${value})`).join(', ')})`],
      ].map(([info_name = '', info_value = '']) => ({ info_name, info_value }));
    },
  ],
];

function visible({ account, principal }: Caller, kind: Kind): readonly string[] {
  return [...account.securables]
    .filter(([path, object]) => object.kind === kind && sees(account, principal, path))
    .map(([path]) => path)
    .sort();
}
