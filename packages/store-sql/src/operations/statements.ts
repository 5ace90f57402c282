import type { EachValue, EngineQuery, TableName, Tests, Values } from '@portcullis/core/ports';
import type { CompiledQuery, Kysely } from 'kysely';
import type { AnyTables, SqlFlavour } from '../schema/sql-flavour.ts';
import { SQL_TABLES, type SqlTable } from '../schema/sql-table.ts';
import { hasStoredCount } from './attempt-counts.ts';
import { columnOf, describeConditions, encodeScalar } from './conditions.ts';
import { encoderOf } from './encode.ts';
import { pageOf } from './page.ts';
import { createStatementBuilder, type SqlChange } from './statement-builder.ts';
import { createStatementCache, type Statement, type StatementText } from './statement-cache.ts';

/** The statements of one engine with their parameters, each shape built once. */
export interface Statements {
  insert(name: TableName, rows: readonly (readonly unknown[])[], absentOnly: boolean): Statement;
  restore(name: TableName, rows: readonly (readonly unknown[])[]): Statement;
  find(name: TableName, query: EngineQuery): Statement;
  /** Absent if the engine has no statement for several values. */
  readonly findEach: ((name: TableName, query: EngineQuery, each: EachValue) => Statement) | undefined;
  count(name: TableName, tests: Tests): Statement;
  update(name: TableName, tests: Tests, patch: Values): Statement;
  remove(name: TableName, tests: Tests): Statement;
}

/** Creates the statements of an engine. `compiler` never runs anything. */
export function createStatements(compiler: Kysely<AnyTables>, flavour: SqlFlavour): Statements {
  const builder = createStatementBuilder(compiler, flavour);
  const cache = createStatementCache();
  const { each: eachOf } = flavour;

  return {
    insert(name, rows, absentOnly) {
      const parameters = flavour.rowSource.parameters(rows, SQL_TABLES[name].given);
      const shape = `insert ${absentOnly ? 'absent ' : ''}${name} ${flavour.rowSource.shape(rows.length)}`;
      return cache.get(shape, parameters, () =>
        keepingPlan(builder.insert(SQL_TABLES[name], rows.length, parameters, absentOnly)),
      );
    },
    restore(name, rows) {
      const parameters = flavour.rowSource.parameters(rows, SQL_TABLES[name].columns);
      return cache.get(`restore ${name} ${flavour.rowSource.shape(rows.length)}`, parameters, () =>
        keepingPlan(builder.restore(SQL_TABLES[name], rows.length, parameters)),
      );
    },
    find(name, query) {
      const conditions = describeConditions(SQL_TABLES[name], flavour, query.tests);
      const page = pageOf(query);
      const shape = `find ${page ? 'page' : 'all'} ${describeFind(name, query)} ${conditions.shape}`;
      const parameters = page ? [...conditions.parameters, page.limit, page.offset] : conditions.parameters;
      return cache.get(shape, parameters, () => ({
        ...builder.find(SQL_TABLES[name], conditions.build(), query),
        keepsPlan: page === undefined,
      }));
    },
    findEach:
      eachOf &&
      ((name, query, { column: property, values }) => {
        const table = SQL_TABLES[name];
        const column = columnOf(table, property);
        const source = eachOf(
          values.map((value) => encodeScalar(flavour, column, value)),
          column.type,
        );
        const conditions = describeConditions(table, flavour, query.tests);
        const shape = `each ${property} ${describeFind(name, query)} ${conditions.shape}`;
        return cache.get(shape, [...source.parameters, ...conditions.parameters, query.limit], () =>
          keepingPlan(builder.findEach(table, conditions.build(), query, { column, source })),
        );
      }),
    count(name, tests) {
      const { shape, parameters, build } = describeConditions(SQL_TABLES[name], flavour, tests);
      if (flavour.storesCounts && hasStoredCount(name, tests)) {
        return cache.get(`stored count ${shape}`, parameters, () => keepingPlan(builder.storedCount(build())));
      }
      return cache.get(`count ${name} ${shape}`, parameters, () => ({
        ...builder.count(SQL_TABLES[name], build()),
        keepsPlan: false,
      }));
    },
    update(name, tests, patch) {
      const conditions = describeConditions(SQL_TABLES[name], flavour, tests);
      const changes = describeChanges(SQL_TABLES[name], flavour, patch);
      const changed = changes.map(({ column, kind }) => `${kind} ${column.name}`).join();
      const parameters = [...changes.map(({ value }) => value), ...conditions.parameters];
      return cache.get(`update ${name} ${changed} ${conditions.shape}`, parameters, () =>
        keepingPlan(builder.update(SQL_TABLES[name], changes, conditions.build())),
      );
    },
    remove(name, tests) {
      const { shape, parameters, build } = describeConditions(SQL_TABLES[name], flavour, tests);
      return cache.get(`remove ${name} ${shape}`, parameters, () =>
        keepingPlan(builder.remove(SQL_TABLES[name], build())),
      );
    },
  };
}

/** Equal for queries that make the same SQL, except for their conditions. */
function describeFind(name: TableName, { omitsTenant, orderBy, lock }: EngineQuery): string {
  const order = orderBy.map(([column, direction]) => `${column} ${direction}`).join();
  return `${omitsTenant ? 'own ' : ''}${name} ${order} ${lock ?? 'free'}`;
}

function keepingPlan(query: CompiledQuery): StatementText {
  return { ...query, keepsPlan: true };
}

function describeChanges(table: SqlTable, flavour: SqlFlavour, patch: Values): SqlChange[] {
  return table.given
    .filter(({ property }) => property in patch)
    .map((column) => {
      const value = patch[column.property];
      const increment = NUMERIC.has(column.type) && isIncrement(value) ? value.increment : undefined;
      if (increment !== undefined) return { column, kind: 'add', value: increment };
      const encode = value === null && column.nullable ? undefined : encoderOf(flavour, table, column);
      return { column, kind: 'set', value: encode ? encode(value) : value };
    });
}

const NUMERIC: ReadonlySet<string> = new Set(['integer', 'time']);

function isIncrement(value: unknown): value is { readonly increment: number } {
  return typeof value === 'object' && value !== null;
}
