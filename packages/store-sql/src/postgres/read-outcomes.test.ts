import { openPostgresDatabase, type PostgresDatabase } from '@portcullis/testing/postgres';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readOutcomes } from './read-outcomes.ts';

let server: PostgresDatabase;
const clients: Client[] = [];
beforeAll(async () => {
  server = await openPostgresDatabase();
});
afterAll(async () => {
  for (const client of clients) await client.end();
  await server?.stop();
});

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: server.connectionString });
  await client.connect();
  clients.push(client);
  return client;
}

/** Begins a transaction; returns its id. */
async function begin(client: Client): Promise<string> {
  await client.query('begin');
  const { rows } = await client.query('select pg_current_xact_id()::text as id');
  return rows[0].id;
}

it('the outcomes of transactions are read together, also with one that the server does not know after a failover', async () => {
  const [host, asking] = [await connect(), await connect()];
  const committed = await begin(host);
  await host.query('commit');
  const rolledBack = await begin(host);
  await host.query('rollback');
  const open = await begin(host);
  const unknown = String(BigInt(open) + 1_000_000n);
  const ask = (text: string, values: unknown[]) => asking.query(text, values);
  expect(await readOutcomes(ask, [committed, rolledBack, open, unknown])).toEqual([
    { id: committed, status: 'committed' },
    { id: rolledBack, status: 'aborted' },
    { id: open, status: 'in progress' },
    { id: unknown, status: 'in progress' },
  ]);
  await host.query('rollback');
});
