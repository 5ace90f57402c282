import { canonicalText, type Sql } from '@portcullis/plugin-api';
import { expect, it } from 'vitest';
import type { SnowflakeSession } from '../connection/snowflake-session.ts';
import { DIALECT } from '../dialect/dialect.ts';
import { SnowflakeApiError } from '../failures/snowflake-api-error.ts';
import { inventory } from './inventory.ts';

const OURS = 'portcullis:1';

interface Listed {
  readonly name: string;
  readonly database_name?: string;
}

/** Source: the message of a list with too many rows, in reports about the real service. */
function tooLong(): SnowflakeApiError {
  const message = 'The result set size exceeded the max number of rows(10000) supported for SHOW statements.';
  return new SnowflakeApiError({ status: 422, code: '090153', sqlState: '22000', message });
}

/**
 * A session with these lists. Each is sorted by database and name, and shows rows after a name. Sources: "SHOW SCHEMAS", "SHOW
 * USERS", LIMIT … FROM.
 */
function sessionOf(lists: Readonly<Record<string, readonly Listed[]>>) {
  const sent: string[] = [];
  const query = async (statement: Sql) => {
    const text = canonicalText(statement, DIALECT);
    sent.push(text);
    const [, of = '', limit, from] = /^SHOW (.*?)(?: LIMIT (\d+)(?: FROM '(.*)')?)?$/.exec(text) ?? [];
    const rows = (lists[of] ?? []).filter(({ name }) => from === undefined || name > from);
    if (limit === undefined && rows.length > 10_000) throw tooLong();
    return rows.slice(0, Number(limit)).map((row) => ({ ...row, comment: `${OURS}:${row.name}` }));
  };
  return { sent, session: { query } as unknown as SnowflakeSession };
}

const named = (count: number, beginning: string): readonly Listed[] =>
  Array.from({ length: count }, (_each, index) => ({ name: `${beginning}${String(index).padStart(6, '0')}` }));

const signal = new AbortController().signal;

it('lists objects beyond the maximum of one list', async () => {
  const { session } = sessionOf({ ROLES: named(20_000, 'R'), USERS: named(10_001, 'U') });
  const items = await inventory(session, { markPrefix: OURS, signal });
  expect(items.filter(({ kind }) => kind === 'role')).toHaveLength(20_000);
  expect(items.filter(({ kind }) => kind === 'user')).toHaveLength(10_001);
});

it('lists the schemas of each database if there are too many for one list', async () => {
  const inside = (database: string, count: number) =>
    named(count, 'S').map((schema) => ({ ...schema, database_name: database }));
  const [a, b] = [inside('A', 9_999), inside('B', 2)];
  const { session, sent } = sessionOf({
    DATABASES: [{ name: 'A' }, { name: 'B' }],
    'SCHEMAS IN ACCOUNT': [...a, ...b],
    'SCHEMAS IN DATABASE "A"': a,
    'SCHEMAS IN DATABASE "B"': b,
  });
  const schemas = (await inventory(session, { markPrefix: OURS, signal })).filter(({ kind }) => kind === 'schema');
  expect(schemas).toHaveLength(10_001);
  expect(schemas.at(-1)).toEqual({ kind: 'schema', name: 'B.S000001', mark: `${OURS}:S000001` });
  expect(sent).not.toContainEqual(expect.stringMatching(/IN ACCOUNT .*FROM/));
});

it('needs one list of schemas in other accounts', async () => {
  const { session, sent } = sessionOf({ DATABASES: named(3, 'D') });
  await inventory(session, { markPrefix: OURS, signal });
  expect(sent.filter((text) => text.startsWith('SHOW SCHEMAS'))).toEqual(['SHOW SCHEMAS IN ACCOUNT LIMIT 10000']);
});
