import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { Column, ColumnType, Value } from '../tds/rows.ts';
import { needOnObject } from './access.ts';
import { CATALOG } from './catalog.ts';
import { borrowEngine } from './engines.ts';
import type { Token } from './lexer.ts';
import { objectAt } from './objects.ts';
import { Refusal, refusals } from './refusal.ts';
import { actorOf, type Context } from './session.ts';
import type { DatabaseObject, TableColumn } from './state.ts';
import { type Translation, translate } from './translate.ts';

/** The result of a query. */
export interface Result {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly Value[])[];
}

type Verb = 'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE';

/** Executes a query. */
export function select(tokens: readonly Token[], context: Context): Result {
  return withEngine(tokens, context, 'SELECT', (engine, { sql, variables }) => {
    const statement = engine.prepare(sql);
    const described = statement.columns();
    statement.setReturnArrays(true);
    const rows = statement.all(boundTo(variables, context)) as unknown as Value[][];
    const columns = described.map(({ name, type }, index) => ({
      name,
      type: typeOf(
        type?.toLowerCase(),
        rows.map((row) => row[index] ?? null),
      ),
    }));
    return {
      columns,
      rows: rows.map((row) =>
        row.map((value, index) => (columns[index]?.type === 'bit' && value !== null ? Boolean(value) : value)),
      ),
    };
  });
}

/** The value of an expression. */
export function evaluate(tokens: readonly Token[], context: Context): Value {
  const head: Token = { kind: 'word', value: 'SELECT', upper: 'SELECT', from: 0, to: 0 };
  return select([head, ...tokens], context).rows[0]?.[0] ?? null;
}

/** True when a condition holds. */
export function isTrue(tokens: readonly Token[], context: Context): boolean {
  const word = (value: string): Token => ({ kind: 'word', value, upper: value, from: 0, to: 0 });
  const number = (value: string): Token => ({ kind: 'number', value, upper: value, from: 0, to: 0 });
  const wrapped = [
    word('CASE'),
    word('WHEN'),
    ...tokens,
    word('THEN'),
    number('1'),
    word('ELSE'),
    number('0'),
    word('END'),
  ];
  return Number(evaluate(wrapped, context)) === 1;
}

/** Changes the rows of a table, and returns their number. */
export function change(verb: Exclude<Verb, 'SELECT'>, tokens: readonly Token[], context: Context): number {
  return withEngine(tokens, context, verb, (engine, { sql, tables, variables }) => {
    const target = [...tables.values()][0];
    const table = target && objectAt(actorOf(context), target);
    if (table?.type !== 'U') throw refusals.noObject(target?.name ?? '');
    const { changes } = engine.prepare(sql).run(boundTo(variables, context));
    const statement = engine.prepare(`SELECT * FROM "${[...tables.keys()][0]?.replaceAll('"', '""')}"`);
    statement.setReturnArrays(true);
    table.rows = statement.all() as unknown as Value[][];
    return Number(changes);
  });
}

function withEngine<Given>(
  tokens: readonly Token[],
  context: Context,
  verb: Verb,
  work: (engine: DatabaseSync, translation: Translation) => Given,
): Given {
  const translation = translate(tokens, (variable) => typeof context.variables.get(variable) === 'string');
  try {
    return borrowEngine(context, (engine) => {
      for (const [index, [name, path]] of [...translation.tables].entries())
        load(engine, name, objectOrView(name, path, context), index === 0 ? verb : 'SELECT', context);
      return work(engine, translation);
    });
  } catch (error) {
    throw error instanceof Refusal ? error : asRefusal(error as Error);
  }
}

type Source =
  | DatabaseObject
  | { readonly columns: readonly (readonly [string, string])[]; readonly rows: readonly (readonly Value[])[] };

function objectOrView(
  name: string,
  path: { readonly schema: string | undefined; readonly name: string },
  context: Context,
): Source {
  const view = CATALOG[name];
  const rows = view?.rows(actorOf(context), context.session.server);
  if (view && rows) return { columns: view.columns, rows };
  const found = objectAt(actorOf(context), path);
  if (!found || found.type === 'P')
    throw refusals.noObject(path.schema === undefined ? path.name : `${path.schema}.${path.name}`);
  return found;
}

/** Loads a table, a view or a catalog view into the engine, if the acting user may read or change it. */
function load(engine: DatabaseSync, name: string, source: Source, verb: Verb, context: Context): void {
  let { columns, rows }: { columns: readonly string[]; rows: readonly (readonly Value[])[] } = {
    columns: [],
    rows: [],
  };
  if (!('type' in source)) {
    columns = source.columns.map(([column, type]) => declared(column, type));
    rows = source.rows;
  } else {
    needOnObject(actorOf(context), source, verb);
    if (source.type === 'U') {
      columns = source.columns.map(declaration);
      rows = source.rows;
    } else {
      const inner = select(source.body, { ...context, chain: chainOf(source, context) });
      columns = inner.columns.map((column) => declared(column.name, column.type));
      rows = inner.rows;
    }
  }
  const table = `"${name.replaceAll('"', '""')}"`;
  engine.exec(`CREATE TABLE ${table} (${columns.join(', ')})`);
  const insert = engine.prepare(`INSERT INTO ${table} VALUES (${columns.map(() => '?').join(', ')})`);
  for (const row of rows) insert.run(...row.map(storable));
}

function chainOf(object: DatabaseObject, { session }: Context): number | undefined {
  return session.database.schemas.find(({ id }) => id === object.schema)?.owner;
}

function declared(name: string, type: string): string {
  const collation = type === 'nvarchar' ? ' COLLATE NOCASE' : '';
  return `"${name.replaceAll('"', '""')}" ${type === 'varbinary' ? 'varbinary BLOB' : type}${collation}`;
}

function declaration({ name, type, length, isNullable, fallback }: TableColumn): string {
  const own = declared(name, /char|sysname/.test(type) ? 'nvarchar' : type);
  const check = length === undefined ? '' : ` CHECK (length("${name.replaceAll('"', '""')}") <= ${length})`;
  const literal = typeof fallback === 'string' ? `'${fallback.replaceAll("'", "''")}'` : String(fallback);
  return `${own}${isNullable ? '' : ' NOT NULL'}${fallback === null ? '' : ` DEFAULT ${literal}`}${check}`;
}

function storable(value: Value): SQLInputValue {
  // The engine would store a JavaScript number as a fraction.
  if (typeof value === 'boolean' || Number.isInteger(value)) return BigInt(value as number | boolean);
  return value instanceof Date ? value.toISOString() : value;
}

/** The values that the server reports about itself. Sources: "@@TRANCOUNT", "@@VERSION", "@@SPID". */
const GLOBALS: Readonly<Record<string, (context: Context) => Value>> = {
  '@__trancount': ({ session }) => (session.transaction ? 1 : 0),
  '@__version': () => 'Microsoft Azure SQL Data Warehouse - 10.0.0.0',
  '@__spid': () => 'SID1',
};

function boundTo(names: ReadonlySet<string>, context: Context): Record<string, SQLInputValue> {
  const given: Record<string, SQLInputValue> = {};
  for (const name of names) {
    const value = GLOBALS[name]?.(context) ?? context.variables.get(name);
    if (value === undefined) throw refusals.noVariable(name);
    given[name] = storable(value);
  }
  return given;
}

const KNOWN = new Set<string>([
  'bit',
  'int',
  'bigint',
  'smallint',
  'tinyint',
  'float',
  'datetime',
  'nvarchar',
  'varbinary',
]);

/** The type of a column: its declaration, or the form of its values. */
function typeOf(declaredType: string | undefined, values: readonly Value[]): ColumnType {
  const first = declaredType?.split(' ')[0];
  if (first !== undefined && KNOWN.has(first)) return first as ColumnType;
  const value = values.find((each) => each !== null);
  if (typeof value === 'number')
    return !Number.isInteger(value) ? 'float' : Math.abs(value) < 2 ** 31 ? 'int' : 'bigint';
  return value instanceof Uint8Array ? 'varbinary' : 'nvarchar';
}

/** Converts an error of the engine into a refusal of the server. */
function asRefusal({ message }: Error): Refusal {
  const [, column] = /no such column: (.*)/.exec(message) ?? [];
  if (column !== undefined) return refusals.noColumn(column);
  const [, name] = /no such function: (.*)/.exec(message) ?? [];
  if (name !== undefined) return refusals.noFunction(name);
  const [, absent] = /NOT NULL constraint failed: .*\.(.*)/.exec(message) ?? [];
  if (absent !== undefined)
    return new Refusal(515, `Cannot insert the value NULL into column '${absent}'; column does not allow nulls.`);
  if (message.startsWith('CHECK constraint failed'))
    return new Refusal(8152, 'String or binary data would be truncated.');
  const [, near] = /near "(.*)": syntax error/.exec(message) ?? [];
  return refusals.syntax(near ?? message);
}
