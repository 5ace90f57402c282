import { type RawBuilder, sql } from 'kysely';
import type { RowSource } from '../../schema/row-source.ts';
import type { SqlErrors, SqlFlavour } from '../../schema/sql-flavour.ts';
import type { PlainType } from '../../schema/sql-table.ts';
import { VALUES_ROW_SOURCE } from '../../schema/values-row-source.ts';
import { MARIADB_ERRORS } from '../mariadb-errors.ts';
import { MARIADB_FLAVOUR } from '../mariadb-flavour.ts';
import { parseInteger } from '../parse-values.ts';
import { databaseErrorOf } from './database-error.ts';

/** Bytes are sent in hexadecimal digits. */
const fromText = (value: unknown, type: PlainType | undefined): RawBuilder<unknown> =>
  type === 'bytes' ? sql`unhex(${value})` : sql`${value}`;

const ROWS: RowSource = {
  ...VALUES_ROW_SOURCE,
  write(columns, count, parameters, idOf) {
    const values = parameters.map((value, index) => fromText(value, columns[index % columns.length]?.type));
    return VALUES_ROW_SOURCE.write(columns, count, values, idOf);
  },
};

const ERRORS: SqlErrors = {
  brokenConstraint: (error, table) => MARIADB_ERRORS.brokenConstraint(databaseErrorOf(error), table),
  isFull: (error) => MARIADB_ERRORS.isFull(databaseErrorOf(error)),
  isLockTimeout: (error) => MARIADB_ERRORS.isLockTimeout?.(databaseErrorOf(error)) ?? false,
  isConnectionLoss: (error) => MARIADB_ERRORS.isConnectionLoss?.(databaseErrorOf(error)) ?? false,
};

/**
 * The SQL dialect of MariaDB for connections of other libraries. Every parameter is a text, a number or null, and every
 * result is a text or null, because libraries and drivers convert other types in different ways: `tinyint(1)` to a number or
 * a boolean, for example.
 */
export const MARIADB_TEXT_FLAVOUR: SqlFlavour = {
  ...MARIADB_FLAVOUR,
  encode: { ...MARIADB_FLAVOUR.encode, bytes: (value: Uint8Array) => Buffer.from(value).toString('hex') },
  decode: {
    id: parseInteger,
    integer: parseInteger,
    time: parseInteger,
    boolean: (text: string) => text === '1',
    json: (text: string) => JSON.parse(text),
    bytes: (text: string) => Uint8Array.from(Buffer.from(text, 'hex')),
  },
  parameter: fromText,
  // Not the name of the column: `order by` would mean the text.
  result: ({ name, type }) =>
    (type === 'bytes' ? sql`hex(${sql.ref(name)})` : sql`cast(${sql.ref(name)} as char)`).as(`text_${name}`),
  rowSource: ROWS,
  errors: ERRORS,
};
