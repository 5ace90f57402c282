import { deepStrictEqual, match, ok, strictEqual } from 'node:assert';
import type { TrinoAccessPolicy } from '@portcullis/plugin-trino';
import { type QueryResult, runQuery } from './run-query.ts';
import type { RunningTrino } from './start-trino.ts';

/** The state that the journeys can change while the cluster runs. */
export interface TrialHost {
  /** Set to make the host's policy throw. */
  broken: boolean;
  /** The requested operations. */
  readonly asked: Set<string>;
  /** Creates a new integration key and expires the cluster's present one. */
  replaceKey(): Promise<void>;
}

/** A journey on a running cluster, in order of the list. */
export interface Journey {
  readonly name: string;
  run(trino: RunningTrino, host: TrialHost): Promise<void>;
}

const MANY_TABLES = 1_400;

const HIDDEN = new Set(['hidden']);

/**
 * Alice may do everything. Bob reads all data that is not hidden, and sees only his own rows and no phone numbers. Eve
 * may do nothing.
 */
export function trialPolicy(host: Pick<TrialHost, 'broken' | 'asked'>): TrinoAccessPolicy {
  return {
    allow({ identity: { user }, operation, resource }) {
      host.asked.add(operation);
      if (host.broken) throw new Error('The policy database is down.');
      if (user === 'alice') return true;
      if (user === 'eve') return false;
      const table = resource?.table;
      if (table && HIDDEN.has(table.tableName)) return false;
      if (operation === 'FilterColumns') return !table?.columns?.includes('salary');
      return !/^(Create|Drop|Insert|Delete|Rename|Update|Truncate)/.test(operation);
    },
    rowFilters({ identity: { user }, table }) {
      host.asked.add('GetRowFilters');
      return user === 'bob' && table.tableName === 'people' ? [{ expression: 'owner = current_user' }] : [];
    },
    columnMask({ identity: { user }, column }) {
      host.asked.add('GetColumnMask');
      if (user !== 'bob' || column.columnName !== 'phone') return undefined;
      return { expression: "'***' || substring(phone, -2)" };
    },
  };
}

const succeeded = ({ error, message }: QueryResult): void => strictEqual(error, undefined, `${error}: ${message}`);
const refused = ({ error }: QueryResult): void => strictEqual(error, 'PERMISSION_DENIED');

/** The journeys of a cluster that asks the host for decisions. */
export const JOURNEYS: readonly Journey[] = [
  {
    name: 'who may do everything makes tables and fills them',
    async run({ url }) {
      const columns = 'owner varchar, name varchar, phone varchar, salary integer';
      succeeded(await runQuery(url, 'alice', `CREATE TABLE people (${columns})`));
      succeeded(await runQuery(url, 'alice', 'CREATE TABLE hidden (secret varchar)'));
      const rows = "('bob', 'Ann', '555-0101', 1), ('bob', 'Ben', '555-0102', 2), ('alice', 'Cy', '555-0103', 3)";
      succeeded(await runQuery(url, 'alice', `INSERT INTO people VALUES ${rows}`));
      const all = await runQuery(url, 'alice', 'SELECT name, phone FROM people ORDER BY name');
      succeeded(all);
      deepStrictEqual(all.rows, [
        ['Ann', '555-0101'],
        ['Ben', '555-0102'],
        ['Cy', '555-0103'],
      ]);
    },
  },
  {
    name: 'who may do nothing is refused',
    async run({ url }) {
      refused(await runQuery(url, 'eve', 'SELECT 1'));
    },
  },
  {
    name: 'a table that is not allowed is refused, and so is a change',
    async run({ url }) {
      refused(await runQuery(url, 'bob', 'SELECT * FROM hidden'));
      refused(await runQuery(url, 'bob', 'DROP TABLE people'));
      refused(await runQuery(url, 'bob', "INSERT INTO people VALUES ('bob', 'x', 'y', 0)"));
    },
  },
  {
    name: 'lists hold what may be seen: tables and columns, asked for in batches',
    async run({ url }, { asked }) {
      const tables = await runQuery(url, 'bob', 'SHOW TABLES FROM memory.default');
      succeeded(tables);
      deepStrictEqual(tables.rows, [['people']]);
      const columns = await runQuery(
        url,
        'bob',
        "SELECT column_name FROM memory.information_schema.columns WHERE table_name = 'people' ORDER BY 1",
      );
      succeeded(columns);
      deepStrictEqual(columns.rows.flat(), ['name', 'owner', 'phone']);
      for (const operation of ['FilterCatalogs', 'FilterTables', 'FilterColumns'])
        ok(asked.has(operation) || operation === 'FilterCatalogs', `${operation} was not asked for`);
    },
  },
  {
    name: 'row filters and column masks are applied',
    async run({ url }) {
      const seen = await runQuery(url, 'bob', 'SELECT name, phone FROM people ORDER BY name');
      succeeded(seen);
      deepStrictEqual(seen.rows, [
        ['Ann', '***01'],
        ['Ben', '***02'],
      ]);
      deepStrictEqual((await runQuery(url, 'bob', "SELECT count(*) FROM people WHERE phone LIKE '555%'")).rows, [[0]]);
    },
  },
  {
    name: 'columns of more tables are listed than requests wait for a connection by default',
    async run({ url }) {
      // One request for each table at once; 20 connections, and a queue of 1,024.
      const names = Array.from({ length: MANY_TABLES }, (_, index) => `many_${index}`);
      const create = async (): Promise<void> => {
        for (let name = names.pop(); name !== undefined; name = names.pop())
          succeeded(await runQuery(url, 'alice', `CREATE TABLE ${name} (one integer)`));
      };
      await Promise.all(Array.from({ length: 8 }, create));
      const listed = await runQuery(url, 'bob', 'SELECT count(*) FROM memory.information_schema.columns');
      succeeded(listed);
      ok(Number(listed.rows[0]?.[0]) > MANY_TABLES);
    },
  },
  {
    name: 'the key is in the log of the cluster only where that prints its configuration at start',
    async run({ log }) {
      const lines = log()
        .split('\n')
        .filter((line) => /ptr_[0-9A-Za-z]{20}/.test(line));
      deepStrictEqual(
        lines.filter((line) => !/Bootstrap\s+opa\.policy\./.test(line)),
        [],
      );
    },
  },
  {
    name: 'a host whose policy is broken denies all access',
    async run({ url }, host) {
      host.broken = true;
      const result = await runQuery(url, 'alice', 'SELECT name FROM people');
      host.broken = false;
      match(String(result.error), /\S/);
      deepStrictEqual(result.rows, []);
      succeeded(await runQuery(url, 'alice', 'SELECT name FROM people'));
    },
  },
  {
    name: 'a cluster whose key has run out is refused',
    async run({ url }, host) {
      await host.replaceKey();
      const result = await runQuery(url, 'alice', 'SELECT name FROM people');
      match(String(result.error), /\S/);
      deepStrictEqual(result.rows, []);
    },
  },
];
