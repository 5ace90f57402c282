import { name, names, PATH, PRINCIPAL, TEXT, text } from '../emulator/reading.ts';

/** A call of the catalogue server's REST interface with the effect of a statement. */
export interface CatalogueCall {
  readonly method: 'POST' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: object;
}

const OBJECT = `(?:(METASTORE)|(CATALOG|SCHEMA) ${PATH})`;
const COMMENT = `(?: COMMENT ${TEXT})?`;

/**
 * The statements for which the server has an operation: it has no SQL. Source: Unity Catalog documentation, "Unity
 * Catalog OpenAPI", Catalogs, Schemas and Grants. `metastore` is the id of its metastore.
 */
export function translate(statement: string, metastore: string): CatalogueCall | undefined {
  for (const [form, call] of FORMS) {
    const match = form.exec(statement);
    if (match) return call(match, metastore);
  }
  return undefined;
}

const FORMS: readonly (readonly [RegExp, (match: RegExpExecArray, metastore: string) => CatalogueCall])[] = [
  [
    new RegExp(`^CREATE CATALOG (?:IF NOT EXISTS )?${PATH}${COMMENT}$`),
    ([, path, comment]) => ({
      method: 'POST',
      path: 'catalogs',
      body: { name: names(path)[0], comment: text(comment) },
    }),
  ],
  [
    new RegExp(`^CREATE SCHEMA (?:IF NOT EXISTS )?${PATH}${COMMENT}$`),
    ([, path, comment]) => ({
      method: 'POST',
      path: 'schemas',
      body: { catalog_name: names(path)[0], name: names(path)[1], comment: text(comment) },
    }),
  ],
  [
    new RegExp(`^DROP (CATALOG|SCHEMA) (?:IF EXISTS )?${PATH}( CASCADE)?$`),
    ([, kind, path, cascade]) => ({
      method: 'DELETE',
      path: `${kind === 'CATALOG' ? 'catalogs' : 'schemas'}/${names(path).join('.')}?force=${cascade !== undefined}`,
    }),
  ],
  [
    new RegExp(`^(GRANT|REVOKE) ([A-Z ,]+) ON ${OBJECT} (?:TO|FROM) ${PRINCIPAL}$`),
    ([, verb, list = '', isMetastore, kind = 'METASTORE', path, principal], metastore) => {
      const privileges = list.split(',').map((each) => each.trim());
      const on = isMetastore === undefined ? names(path).join('.') : metastore;
      return {
        method: 'PATCH',
        path: `permissions/${kind.toLowerCase()}/${on}`,
        body: {
          changes: [
            {
              principal: name(principal),
              add: verb === 'GRANT' ? privileges : [],
              remove: verb === 'GRANT' ? [] : privileges,
            },
          ],
        },
      };
    },
  ],
];
