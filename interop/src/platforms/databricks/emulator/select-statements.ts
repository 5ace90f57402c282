import { enter, find, identities, need } from './privileges.ts';
import { names, PATH, TEXT, text } from './reading.ts';
import { refusals } from './refusal.ts';
import type { Caller, Readings, Rows } from './session.ts';

/** The expressions in a list of expressions, each with its documentation page. */
const EXPRESSIONS: readonly (readonly [
  form: RegExp,
  page: string,
  value: (match: RegExpExecArray, caller: Caller) => string | null,
])[] = [
  [/^current_user\(\)$/, 'current_user function', (_match, { principal }) => principal],
  [/^session_user\(\)$/, 'session_user function', (_match, { principal }) => principal],
  [/^current_catalog\(\)$/, 'current_catalog function', (_match, { catalog }) => catalog ?? 'main'],
  [/^current_schema\(\)$/, 'current_schema function', (_match, { schema }) => schema ?? 'default'],
  [
    /^current_metastore\(\)$/,
    'current_metastore function',
    (_match, { account: { metastore } }) => {
      if (!metastore) throw refusals.noMetastore();
      return `aws:eu-central-1:${metastore.id}`;
    },
  ],
  [/^current_version\(\)\.dbsql_version$/, 'current_version function', () => '2026.35'],
  [
    /^current_version\(\)$/,
    'current_version function',
    () => '{"dbr_version":null,"dbsql_version":"2026.35","u_build_hash":"","r_build_hash":""}',
  ],
  [
    new RegExp(`^is_account_group_member\\((?:${TEXT}|:([A-Za-z_]+))\\)$`),
    'is_account_group_member function',
    ([, literal, marker], caller) => isMember(caller, literal, marker, 'account'),
  ],
  [
    new RegExp(`^is_member\\((?:${TEXT}|:([A-Za-z_]+))\\)$`),
    'is_member function',
    ([, literal, marker], caller) => isMember(caller, literal, marker, 'workspace'),
  ],
  [/^(\d+)$/, 'Numeric literals', ([, number = '']) => number],
];

/** The statements that read, each with its documentation page. */
export const SELECT_STATEMENTS: Readings = [
  [
    new RegExp(`^SELECT (?:1|\\*)(?: AS [a-z_]+)? FROM ${PATH}(?: WHERE [\\s\\S]+?)? LIMIT [0-9]+$`),
    'SELECT; Unity Catalog privileges and securable objects, SELECT',
    ([, path], { account, principal }): Rows => {
      const at = names(path).join('.');
      enter(account, principal, at);
      find(account, 'TABLE', at);
      need(account, principal, 'SELECT', 'TABLE', at);
      // Source: "System tables reference": a table of a schema that is not enabled cannot be found.
      const [catalog, schema = ''] = names(path);
      if (catalog === 'system' && account.systemSchemas.get(schema) !== 'ENABLE_COMPLETED')
        throw refusals.missingInStatement('TABLE', at);
      // Source: "Row filters and column masks": a table whose policy function was dropped cannot be read.
      for (const policy of account.securables.get(at)?.policies.values() ?? [])
        if (!account.securables.has(policy)) throw refusals.policyGone(policy);
      return [];
    },
  ],
  [/^SELECT (?!.* FROM )([\s\S]+)$/, 'SELECT', ([, list = ''], caller): Rows => [evaluate(list, caller)]],
];

function evaluate(list: string, caller: Caller): Readonly<Record<string, string | null>> {
  const row: Record<string, string | null> = {};
  for (const part of list.split(/, (?![^(]*\))/)) {
    const [, expression = '', alias] = /^(.*?)(?: AS `?([A-Za-z_]+)`?)?$/.exec(part.trim()) ?? [];
    const known = EXPRESSIONS.find(([form]) => form.test(expression));
    if (!known) throw refusals.syntax(part);
    const [form, , value] = known;
    row[alias ?? expression] = value(form.exec(expression) as RegExpExecArray, caller);
  }
  return row;
}

/** Membership, nested groups included. Sources: "is_account_group_member function"; "is_member function". */
function isMember(
  { account, principal, parameters }: Caller,
  literal: string | undefined,
  marker: string | undefined,
  level: 'account' | 'workspace',
): string {
  const group = literal === undefined ? (parameters.get(marker ?? '') ?? '') : text(literal);
  const isOfLevel = level === 'workspace' || account.groups.get(group)?.level === 'account';
  return String(isOfLevel && identities(account, principal).has(group));
}
