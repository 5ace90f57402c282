const NAME = '"((?:[^"]|"")+)"';
const ACCOUNT_STATEMENT = new RegExp(`^(CREATE|ALTER|DROP) (USER|ROLE) (?:IF EXISTS )?${NAME}`);
const SYSTEM_GRANT = new RegExp(`GRANT ((?:CREATE|ALTER|DROP) (?:USER|ROLE)) TO ROLE ${NAME}`, 'g');
const TAG = '$redshift$';

/** The syntax of Amazon Redshift alone, in any position, with its equivalent on PostgreSQL. */
const SPELLINGS: readonly (readonly [only: RegExp, instead: string])[] = [
  [new RegExp(`DROP ROLE (${NAME}) FORCE`, 'g'), 'DROP ROLE $1'],
  [new RegExp(`DROP DATABASE (${NAME}) FORCE`, 'g'), 'DROP DATABASE $1 WITH (FORCE)'],
  [new RegExp(`GRANT ROLE (${NAME}) TO (?:ROLE )?(${NAME})`, 'g'), 'GRANT $1 TO $3'],
  [new RegExp(`(GRANT|REVOKE) ([A-Z, ]+ ON [^;]*?) (TO|FROM) ROLE (?=${NAME})`, 'g'), '$1 $2 $3 '],
  [/\bPASSWORD DISABLE\b/g, 'PASSWORD NULL'],
  // "CURRENT_NAMESPACE": the id of a cluster.
  [/\bSELECT current_namespace AS id\b/g, "SELECT '86b5169f-012a-234b-9fbb-e2e24359e9a8'::text AS id"],
];

/**
 * Translates a statement of Amazon Redshift into one that PostgreSQL accepts, and adds a check of the sender's system
 * privileges. All other text passes unchanged. Sources: Amazon Redshift Database Developer Guide, "CREATE USER", "DROP
 * ROLE", "DROP DATABASE", "GRANT", "search_path".
 *
 * @throws for a procedure in the schema for temporary tables, which cannot contain procedures.
 */
export function translate(statement: string): string {
  if (/\bPROCEDURE pg_temp\b/.test(statement)) {
    throw Object.assign(new Error('no schema has been selected to create in'), { code: '3F000', severity: 'ERROR' });
  }
  // Inside a procedure, a call whose result is not used begins with another keyword.
  const begin = /^\s*CREATE (?:OR REPLACE )?PROCEDURE/.test(statement) ? 'PERFORM' : 'SELECT';
  const granted = statement.replaceAll(SYSTEM_GRANT, (_text, privilege: string, grantee: string) =>
    called(begin, 'redshift_grant_system', privilege, unquoted(grantee)),
  );
  const text = SPELLINGS.reduce((so, [only, instead]) => so.replaceAll(only, instead), granted);
  const [, verb, kind, name] = ACCOUNT_STATEMENT.exec(text) ?? [];
  return name ? called('SELECT', 'redshift_system', `${verb} ${kind}`, unquoted(name), text) : text;
}

/** A call with dollar-quoted arguments, in which escapes have no effect. */
function called(begin: 'SELECT' | 'PERFORM', procedure: string, ...values: readonly string[]): string {
  return `${begin} pg_catalog.${procedure}(${values.map((value) => `${TAG}${value}${TAG}`).join(', ')})`;
}

/** Returns the name of an identifier. */
export function unquoted(identifier: string): string {
  return identifier.replaceAll('""', '"');
}
