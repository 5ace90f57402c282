import { MysqlAdapter, MysqlIntrospector, MysqlQueryCompiler, sql } from 'kysely';
import type { SqlFlavour } from '../schema/sql-flavour.ts';
import { VALUES_ROW_SOURCE } from '../schema/values-row-source.ts';
import { COLLATION } from './collation.ts';
import { createListTest } from './list-test.ts';
import { MARIADB_ERRORS } from './mariadb-errors.ts';
import { parseBoolean, parseBytes, parseInteger } from './parse-values.ts';
import { sequenceOf } from './sequence-name.ts';
import { indexPartOf, textLimitOf } from './text-lengths.ts';

/** The SQL dialect of MariaDB: booleans as 0 and 1, JSON as text, ids from sequences. */
export const MARIADB_FLAVOUR: SqlFlavour = {
  language: {
    createAdapter: () => new MysqlAdapter(),
    createQueryCompiler: () => new MysqlQueryCompiler(),
    createIntrospector: (db) => new MysqlIntrospector(db),
  },
  columnTypes: {
    id: sql`bigint`,
    integer: sql`bigint`,
    text: sql`longtext`,
    boolean: sql`tinyint(1)`,
    // Not the type json: its check rejects more than 32 levels, and the driver would parse it.
    json: sql`longtext`,
    time: sql`bigint`,
    bytes: sql`longblob`,
  },
  // Not auto_increment: a row with the id of another cell would move it, and nothing could move it back.
  idColumn: (column) => column.primaryKey(),
  createIdSequence: async (db, table) =>
    void (await sql`create sequence if not exists ${sql.ref(sequenceOf(table))} cache 1000 engine = InnoDB`.execute(
      db,
    )),
  tableOptions: sql`engine = InnoDB default character set utf8mb4 collate ${sql.raw(COLLATION)} row_format = dynamic`,
  textLimit: textLimitOf,
  limitedText: (limit) => sql`varchar(${sql.lit(limit)})`,
  indexPart: indexPartOf,
  // Its own triggers would need a privilege that replicated servers grant to superusers only.
  storesCounts: false,
  partialIndexes: false,
  endsIndexesWithId: false,
  encode: {
    boolean: (value: boolean) => (value ? 1 : 0),
    json: (value: unknown) => JSON.stringify(value),
    bytes: (value: Uint8Array) => Buffer.from(value),
  },
  decode: {
    id: parseInteger,
    integer: parseInteger,
    time: parseInteger,
    boolean: parseBoolean,
    json: (text: string) => JSON.parse(text),
    bytes: parseBytes,
  },
  list: createListTest,
  isDistinct: (column, value) => sql`not (${column} <=> ${value})`,
  skipsTaken: 'insert ignore',
  rowSource: VALUES_ROW_SOURCE,
  // Not the default of the column: it would name the database, also in a copy under another name.
  nextId: (table) => sql`nextval(${sql.ref(sequenceOf(table))})`,
  nullsLast: false,
  locksRows: true,
  errors: MARIADB_ERRORS,
};
