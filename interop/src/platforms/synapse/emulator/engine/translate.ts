import { isConcatenation } from './concatenation.ts';
import type { Path } from './cursor.ts';
import type { Token } from './lexer.ts';
import { refusals } from './refusal.ts';

/** A query in the SQL dialect of the engine. */
export interface Translation {
  readonly sql: string;
  /** The tables that it reads or changes, by their names in the text. */
  readonly tables: ReadonlyMap<string, Path>;
  readonly variables: ReadonlySet<string>;
}

const CLAUSES = new Set(['WHERE', 'GROUP', 'ORDER', 'HAVING', 'ON', 'SET', 'VALUES', 'SELECT', 'UNION']);
const TABLE_FOLLOWS = new Set(['FROM', 'JOIN', 'INTO', 'UPDATE']);
const NOT_ALIASES = new Set([
  ...CLAUSES,
  ...TABLE_FOLLOWS,
  'INNER',
  'LEFT',
  'RIGHT',
  'FULL',
  'CROSS',
  'OUTER',
  'WITH',
  'EXCEPT',
  'INTERSECT',
  'OPTION',
  'AND',
  'OR',
]);
/**
 * Keywords that the engine accepts, but that T-SQL lacks or a dedicated pool refuses ("T-SQL features in Azure Synapse
 * SQL").
 */
const UNKNOWN = new Set([
  'LIMIT',
  'GLOB',
  'REGEXP',
  'RETURNING',
  'PRAGMA',
  'NOTNULL',
  'XML',
  'JSON',
  'CURSOR',
  'OUTPUT',
  'APPLY',
]);
const NILADIC = new Set(['SYSTEM_USER']);
/** The only function with rows. Source: "sys.fn_my_permissions". */
const OWN_PERMISSIONS = 'sys.fn_my_permissions';

/** Returns the target type of a conversion. */
function affinityOf(type: string): string {
  if (/CHAR|SYSNAME/.test(type)) return 'TEXT';
  if (/INT|^BIT$/.test(type)) return 'INTEGER';
  return /BINARY/.test(type) ? 'BLOB' : 'NUMERIC';
}

interface Scope {
  limit?: string;
  expectsTable: boolean;
  isInFrom: boolean;
  /** Inside CAST(... AS type). */
  isCast: boolean;
}

/**
 * Translates a query of T-SQL into the dialect of SQLite, which executes it: names of tables, TOP, concatenation,
 * CONVERT and the functions without parentheses. Sources: "SELECT", "TOP", "+ (String concatenation)", "CAST and
 * CONVERT".
 */
export function translate(tokens: readonly Token[], isText: (variable: string) => boolean): Translation {
  const tables = new Map<string, Path>();
  const variables = new Set<string>();
  const out: string[] = [];
  const scopes: Scope[] = [{ expectsTable: false, isInFrom: false, isCast: false }];
  const is = (at: number, word: string): boolean => {
    const token = tokens[at];
    return token !== undefined && (token.kind === 'word' || token.kind === 'symbol') && token.upper === word;
  };
  const isName = (at: number): boolean => tokens[at]?.kind === 'word' || tokens[at]?.kind === 'name';
  const closing = (open: number): number => {
    for (let at = open, depth = 0; at < tokens.length; at += 1) {
      if (is(at, '(')) depth += 1;
      if (is(at, ')')) depth -= 1;
      if (depth === 0) return at;
    }
    throw refusals.syntax('(');
  };
  const inner = (from: number, to: number): string => {
    const part = translate(tokens.slice(from, to), isText);
    for (const [name, path] of part.tables) tables.set(name, path);
    for (const name of part.variables) variables.add(name);
    return part.sql;
  };

  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as Token;
    const scope = scopes.at(-1) as Scope;
    const word = token.kind === 'word' ? token.upper : '';
    if (UNKNOWN.has(word)) throw refusals.syntax(token.value);
    if (scope.expectsTable && isName(at)) {
      const parts = [token.value];
      while (is(at + 1, '.') && isName(at + 2)) {
        parts.push((tokens[at + 2] as Token).value);
        at += 2;
      }
      if (parts.length > 2) throw refusals.otherDatabase(parts.join('.'));
      const path =
        parts.length === 2 ? { schema: parts[0], name: parts[1] ?? '' } : { schema: undefined, name: parts[0] ?? '' };
      const name = parts.join('.').toLowerCase();
      scope.expectsTable = false;
      if (is(at + 1, '(') && name === OWN_PERMISSIONS) {
        const end = closing(at + 1);
        out.push('( SELECT value AS permission_name FROM json_each( fn_my_permissions_(', inner(at + 2, end), ') ) )');
        at = end;
        continue;
      }
      tables.set(name, path);
      out.push(quoted(name));
      const next = tokens[at + 1];
      const hasAlias =
        is(at + 1, 'AS') || next?.kind === 'name' || (next?.kind === 'word' && !NOT_ALIASES.has(next.upper));
      if (!hasAlias) out.push('AS', quoted(path.name));
      if (is(at + 1, 'WITH') && is(at + 2, '(')) at = closing(at + 2);
    } else if (TABLE_FOLLOWS.has(word)) {
      scope.expectsTable = true;
      scope.isInFrom = word === 'FROM' || word === 'JOIN';
      out.push(word);
    } else if (word === 'SELECT' && is(at + 1, 'TOP')) {
      out.push('SELECT');
      const isWrapped = is(at + 2, '(');
      const end = isWrapped ? closing(at + 2) : at + 2;
      scope.limit = isWrapped ? inner(at + 3, end) : (tokens[end]?.value ?? '');
      scope.isInFrom = false;
      at = end;
    } else if (word === 'CONVERT' && is(at + 1, '(')) {
      const end = closing(at + 1);
      const type = tokens[at + 2]?.upper ?? '';
      const start = is(at + 3, '(') ? closing(at + 3) + 2 : at + 4;
      // The third argument, a style, has no effect on the conversions here.
      let comma = start;
      for (let depth = 0; comma < end && !(depth === 0 && is(comma, ',')); comma += 1)
        depth += is(comma, '(') ? 1 : is(comma, ')') ? -1 : 0;
      out.push('CAST(', inner(start, comma), 'AS', affinityOf(type), ')');
      at = end;
    } else if (word === 'OPTION' && is(at + 1, '(')) at = closing(at + 1);
    else if (word === 'COLLATE') {
      out.push('COLLATE', /_CI_/i.test(tokens[at + 1]?.value ?? '') ? 'NOCASE' : 'BINARY');
      at += 1;
    } else if (word === 'AS' && scope.isCast) {
      out.push('AS', affinityOf(tokens[at + 1]?.upper ?? ''));
      at = is(at + 2, '(') ? closing(at + 2) : at + 1;
    } else if (NILADIC.has(word) && !is(at + 1, '(') && !is(at - 1, '.') && !is(at - 1, 'AS'))
      out.push(`${word.toLowerCase()}_()`);
    else if (word !== '' && is(at + 1, '(')) out.push(word);
    else if (token.kind === 'symbol' && token.value === '(') {
      scopes.push({ expectsTable: false, isInFrom: false, isCast: is(at - 1, 'CAST') });
      scope.expectsTable = false;
      out.push('(');
    } else if (token.value === ')' && token.kind === 'symbol') {
      if (scope.limit !== undefined) out.push('LIMIT', scope.limit);
      scopes.pop();
      if (scopes.length === 0) throw refusals.syntax(')');
      out.push(')');
    } else if (token.kind === 'symbol' && token.value === ',') {
      scope.expectsTable = scope.isInFrom;
      out.push(',');
    } else if (token.kind === 'symbol' && token.value === '+')
      out.push(isConcatenation(tokens, at, isText) ? '||' : '+');
    else if (token.kind === 'variable') {
      const name = token.value.replace('@@', '@__');
      variables.add(name);
      out.push(name);
    } else if (isName(at) && is(at + 1, '.') && isName(at + 2) && is(at + 3, '.') && isName(at + 4)) {
      // For a column with its schema, the name of the table is enough.
      at += 1;
    } else {
      if (CLAUSES.has(word)) {
        scope.isInFrom = false;
        if (word === 'UNION' && scope.limit !== undefined) throw refusals.syntax('UNION');
      }
      out.push(written(token));
    }
  }
  if (scopes.length > 1) throw refusals.syntax('');
  const limit = scopes[0]?.limit;
  if (limit !== undefined) out.push('LIMIT', limit);
  return { sql: out.join(' '), tables, variables };
}

function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

function written(token: Token): string {
  if (token.kind === 'text') return `'${token.value.replaceAll("'", "''")}'`;
  if (token.kind === 'name') return quoted(token.value);
  if (token.kind === 'binary') return `X'${token.value.slice(2)}'`;
  return token.value;
}
