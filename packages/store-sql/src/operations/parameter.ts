import { type RawBuilder, sql } from 'kysely';
import type { SqlFlavour } from '../schema/sql-flavour.ts';
import type { PlainType } from '../schema/sql-table.ts';

/** Returns the expression of a parameter in the SQL of an engine. */
export function parameter<Value>(flavour: SqlFlavour, value: Value, type: PlainType): RawBuilder<Value> {
  return flavour.parameter ? sql<Value>`${flavour.parameter(value, type)}` : sql<Value>`${value}`;
}
