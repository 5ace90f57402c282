import type { ColumnTest, Tests } from '@portcullis/core/ports';
import { type Expression, expressionBuilder, type SqlBool, sql } from 'kysely';
import type { AnyTables, SqlFlavour } from '../schema/sql-flavour.ts';
import type { SqlColumn, SqlTable } from '../schema/sql-table.ts';
import { parameter } from './parameter.ts';

const OPERATORS = { eq: '=', lt: '<', lte: '<=', gt: '>', gte: '>=' } as const;
const builder = expressionBuilder<AnyTables, string>();

/** The conditions of one statement. They are built only for a new shape. */
export interface Conditions {
  /** Equal for conditions that make the same SQL. */
  readonly shape: string;
  readonly parameters: readonly unknown[];
  /** Returns the condition as an expression with the parameters in the same order; undefined if every row matches. */
  build(): Expression<SqlBool> | undefined;
}

/** One test of a condition, in the same form. */
interface Term {
  readonly shape: string;
  readonly parameters: readonly unknown[];
  build(): Expression<SqlBool>;
}

const EVERYTHING: Conditions = { shape: '', parameters: [], build: () => undefined };

/** Describes the tests of a statement. */
export function describeConditions(table: SqlTable, flavour: SqlFlavour, tests: Tests): Conditions {
  // An alternative without a test matches every row.
  if (tests.some((alternative) => alternative.length === 0)) return EVERYTHING;
  const alternatives = tests.map((alternative) => {
    const isSelective = alternative.some((test) => findsFew(table, test));
    return alternative.map((test) => describeTest(table, flavour, test, isSelective));
  });
  return {
    shape: alternatives.map((terms) => terms.map(({ shape }) => shape).join('&')).join('|'),
    parameters: alternatives.flatMap((terms) => terms.flatMap(({ parameters }) => parameters)),
    build: () => builder.or(alternatives.map((terms) => builder.and(terms.map((term) => term.build())))),
  };
}

/** Returns whether a test finds rows through an index that has few for each value. */
function findsFew({ leading }: SqlTable, { operator, column }: ColumnTest): boolean {
  return (operator === 'eq' || operator === 'in') && leading.has(column);
}

/** @param isSelective - true if another test finds fewer rows than a tenant has. */
function describeTest(table: SqlTable, flavour: SqlFlavour, test: ColumnTest, isSelective: boolean): Term {
  const column = columnOf(table, test.column);
  const { name } = column;
  const hide = isSelective && test.column === 'tenant' ? flavour.hideFromIndexes : undefined;
  const operand = () => hide?.(sql.ref(name)) ?? sql.ref(name);
  const shape = `${name} ${test.operator}`;
  switch (test.operator) {
    case 'is-null':
      return { shape, parameters: [], build: () => builder(name, 'is', null) };
    case 'is-not-null':
      return { shape, parameters: [], build: () => builder(name, 'is not', null) };
    case 'in':
    case 'in-or-null': {
      const list = flavour.list(
        test.values.map((value) => encodeScalar(flavour, column, value)),
        column.type,
      );
      const among = () => list.build(operand());
      const build = test.operator === 'in' ? among : () => builder.or([among(), builder(name, 'is', null)]);
      return { shape: `${shape} ${list.shape}`, parameters: list.parameters, build };
    }
    case 'not': {
      const value = encodeScalar(flavour, column, test.value);
      return { shape, parameters: [value], build: () => isOther(flavour, column, value) };
    }
    default: {
      const value = encodeScalar(flavour, column, test.value);
      const operator = OPERATORS[test.operator];
      if (!isIndexed(table, test)) {
        return {
          shape,
          parameters: [value],
          build: () => builder(operand(), operator, parameter(flavour, value, column.type)),
        };
      }
      return { shape: `${shape} ${value}`, parameters: [], build: () => builder(name, operator, sql.lit(value)) };
    }
  }
}

/** Returns the condition that a column differs from a value. */
function isOther(flavour: SqlFlavour, { name, type, nullable }: SqlColumn, value: unknown): Expression<SqlBool> {
  const given = parameter(flavour, value, type);
  if (!nullable) return builder(name, '!=', given);
  return flavour.isDistinct?.(sql.ref(name), given) ?? builder(name, 'is distinct from', given);
}

/**
 * Returns whether a partial index exists for the value of a test. The index is used only if the statement contains the
 * value literally.
 */
function isIndexed(table: SqlTable, test: ColumnTest): boolean {
  if (test.operator !== 'eq' || typeof test.value === 'number') return false;
  return table.indexedValues.get(test.column)?.has(test.value) ?? false;
}

/** Converts a compared value, never null, into a parameter. */
export function encodeScalar(flavour: SqlFlavour, column: SqlColumn, value: unknown): unknown {
  const encoder = flavour.encode[column.type];
  return encoder ? encoder(value as never) : value;
}

/** Returns the column of a property. */
export function columnOf(table: SqlTable, property: string): SqlColumn {
  const column = table.byProperty.get(property);
  if (!column) throw new TypeError(`${table.name} has no column for ${property}.`);
  return column;
}
