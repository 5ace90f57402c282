import { copyRow, type EngineOperations, greatestOwnId, type TableName, type Values } from '@portcullis/core/ports';
import type { Kysely } from 'kysely';
import type { AnyTables, SqlFlavour } from '../schema/sql-flavour.ts';
import { SQL_TABLES } from '../schema/sql-table.ts';
import { matchAdded } from './added-rows.ts';
import type { IdSequences } from './id-sequences.ts';
import { createRowCodec, type RowCodec } from './row-codec.ts';
import type { Statement } from './statement-cache.ts';
import { createStatements } from './statements.ts';
import { translateError } from './translate-error.ts';

/** The result of a statement. */
export interface RunResult {
  /**
   * The values of each row, in the order of the columns: converting them to objects would cost as much as reading
   * them.
   */
  readonly rows: readonly (readonly unknown[])[];
  /** The number of changed rows; meaningless for a statement that returns rows. */
  readonly affected: number;
}

/** Runs a statement on a connection. */
export type Run = (statement: Statement) => Promise<RunResult>;

/** Creates the port's operations on one connection, in the SQL of one engine. All connections share the statements. */
export type SqlOperations = (run: Run) => EngineOperations;

/** Creates the operations of an engine. `compiler` never runs a statement. */
export function createSqlOperations(
  compiler: Kysely<AnyTables>,
  flavour: SqlFlavour,
  sequences: IdSequences,
): SqlOperations {
  const statements = createStatements(compiler, flavour);
  const { findEach } = statements;
  const codecs = Object.fromEntries(
    Object.entries(SQL_TABLES).map(([name, table]) => [name, createRowCodec(table, flavour)]),
  ) as Readonly<Record<TableName, RowCodec>>;

  return (run) => {
    async function execute(name: TableName, statement: Statement): Promise<RunResult> {
      try {
        return await run(statement);
      } catch (error) {
        throw translateError(flavour.errors, error, SQL_TABLES[name].name);
      }
    }

    async function add(name: TableName, rows: readonly Values[], absentOnly: boolean): Promise<Values[]> {
      const table = SQL_TABLES[name];
      const encoded = rows.map(codecs[name].encode);
      const { rows: returned } = await execute(name, statements.insert(name, encoded, absentOnly));
      const added = matchAdded(table, rows, returned.map(codecs[name].decodeAdded));
      return rows.flatMap((row, index) => {
        const result = added[index];
        if (!result) return [];
        const copy = copyRow(name, row);
        if (table.id) copy[table.id.property] = result[0];
        return [copy];
      });
    }

    async function changed(name: TableName, statement: Statement): Promise<number> {
      return (await execute(name, statement)).affected;
    }

    return {
      insert: async (name, row) => (await add(name, [row], false))[0] as Values,
      async insertAbsent(name, rows) {
        const added: Values[] = [];
        for (let from = 0; from < rows.length; ) {
          const size = flavour.rowSource.atOnce(rows.length - from);
          added.push(...(await add(name, rows.slice(from, from + size), true)));
          from += size;
        }
        return added;
      },
      async restore(name, rows) {
        const table = SQL_TABLES[name];
        const last = table.id && sequences.lastId && (await execute(name, sequences.lastId(table.name))).rows[0]?.[0];
        const encoded = rows.map(codecs[name].encodeWhole);
        for (let from = 0; from < encoded.length; ) {
          const size = flavour.rowSource.atOnce(encoded.length - from);
          await execute(name, statements.restore(name, encoded.slice(from, from + size)));
          from += size;
        }
        if (!table.id) return;
        const greatest = Math.max(Number(last ?? 0), greatestOwnId(rows, sequences.range));
        if (sequences.lastId || greatest > sequences.range.after) {
          await execute(name, sequences.moveTo(table.name, greatest));
        }
      },
      find: async (name, query) => {
        const { rows } = await execute(name, statements.find(name, query));
        return rows.map(query.omitsTenant ? codecs[name].decodeOwn : codecs[name].decode);
      },
      ...(findEach && {
        findEach: async (name, query, each) => {
          const { rows } = await execute(name, findEach(name, query, each));
          return rows.map(query.omitsTenant ? codecs[name].decodeOwn : codecs[name].decode);
        },
      }),
      count: async (name, tests) => Number((await execute(name, statements.count(name, tests))).rows[0]?.[0]),
      update: (name, tests, patch) => changed(name, statements.update(name, tests, patch)),
      remove: (name, tests) => changed(name, statements.remove(name, tests)),
    };
  };
}
