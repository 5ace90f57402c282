import { sql } from 'kysely';
import type { SqlErrors, SqlFlavour } from '../../schema/sql-flavour.ts';
import type { PlainType } from '../../schema/sql-table.ts';
import { arrayLiteral } from '../array-literal.ts';
import { ARRAY_TYPES } from '../array-types.ts';
import { POSTGRES_ERRORS } from '../postgres-errors.ts';
import { POSTGRES_FLAVOUR, selectForEach } from '../postgres-flavour.ts';
import { createRowSource } from '../postgres-row-source.ts';
import { parseBytes, parseInteger } from '../type-parsers.ts';
import { databaseErrorOf } from './database-error.ts';

const SCALAR_TYPES: Readonly<Record<PlainType, string>> = {
  id: 'bigint',
  integer: 'bigint',
  time: 'bigint',
  text: 'text',
  boolean: 'boolean',
  json: 'json',
  bytes: 'bytea',
};

const fromText = (value: unknown, type: string) => sql`${value}::text::${sql.raw(type)}`;

const ERRORS: SqlErrors = {
  brokenConstraint: (error) => POSTGRES_ERRORS.brokenConstraint(databaseErrorOf(error)),
  isFull: (error) => POSTGRES_ERRORS.isFull(databaseErrorOf(error)),
  isLockTimeout: (error) => POSTGRES_ERRORS.isLockTimeout?.(databaseErrorOf(error)) ?? false,
  isConnectionLoss: (error) => POSTGRES_ERRORS.isConnectionLoss?.(databaseErrorOf(error)) ?? false,
};

/**
 * The SQL dialect of PostgreSQL for connections of other libraries. Every parameter and every result is text, because libraries
 * and drivers convert other types in different ways: `bigint` to a number, a text or a BigInt, for example.
 */
export const POSTGRES_TEXT_FLAVOUR: SqlFlavour = {
  ...POSTGRES_FLAVOUR,
  encode: {
    json: (value: unknown) => JSON.stringify(value),
    bytes: (value: Uint8Array) => `\\x${Buffer.from(value).toString('hex')}`,
  },
  decode: {
    id: parseInteger,
    integer: parseInteger,
    time: parseInteger,
    boolean: (text: string) => text === 'true',
    json: (text: string) => JSON.parse(text),
    bytes: parseBytes,
  },
  parameter: (value, type) => fromText(value, SCALAR_TYPES[type]),
  // Not the name of the column: `order by` would mean the text.
  result: ({ name }) => sql`${sql.ref(name)}::text`.as(`text_${name}`),
  list(values, type) {
    const literal = arrayLiteral(values);
    return {
      shape: '',
      parameters: [literal],
      build: (column) => sql`${column} = any(${fromText(literal, ARRAY_TYPES[type])})`,
    };
  },
  each(values, type) {
    const literal = arrayLiteral(values);
    return {
      parameters: [literal],
      build: (db, _table, rows) => selectForEach(fromText(literal, ARRAY_TYPES[type]), db, rows),
    };
  },
  rowSource: createRowSource(fromText),
  errors: ERRORS,
};
