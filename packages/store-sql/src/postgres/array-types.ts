import type { PlainType } from '../schema/sql-table.ts';

/** The types of arrays of the values of a column. */
export const ARRAY_TYPES: Readonly<Record<PlainType, string>> = {
  id: 'bigint[]',
  integer: 'bigint[]',
  time: 'bigint[]',
  text: 'text[]',
  boolean: 'boolean[]',
  json: 'json[]',
  bytes: 'bytea[]',
};
