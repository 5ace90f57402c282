import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openPostgresDatabase, type PostgresDatabase } from '@portcullis/testing/postgres';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

/** The block of the README, which must equal the executed file. */
function expectBlock(name: string): void {
  const [, block] = new RegExp(`<!-- ${name} -->\n\`\`\`ts\n([\\s\\S]*?)\n\`\`\``).exec(readme) ?? [];
  expect(block).toBe(readFileSync(join(import.meta.dirname, `readme/${name}.ts`), 'utf8').trimEnd());
}

describe('the README', () => {
  let server: PostgresDatabase;
  let client: Client;
  const folder = mkdtempSync(join(tmpdir(), 'portcullis-'));

  beforeAll(async () => {
    server = await openPostgresDatabase();
    client = new Client(server.connectionString).on('error', () => {});
    await client.connect();
    await client.query('create table orders (customer text)');
    vi.stubEnv('DATABASE_URL', server.connectionString);
    vi.stubEnv('DATA_FOLDER', join(folder, 'data'));
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    rmSync(folder, { recursive: true });
    await client?.end();
    await server?.stop();
  });

  async function countSessions(): Promise<number> {
    const { rows } = await client.query(
      'select count(*)::int as sessions from pg_stat_activity where datname = current_database()',
    );
    return rows[0].sessions;
  }

  it('keeps the data of a host in one file as described', async () => {
    expectBlock('sqlite');
    const { portcullis } = await import('./readme/sqlite.ts');
    await portcullis.close();
    expect(readdirSync(join(folder, 'data')).toSorted()).toEqual(['portcullis.db', 'portcullis.db-lock']);
  });

  it('keeps the data of a host in PostgreSQL, and joins its transactions, as described', async () => {
    expectBlock('postgres');
    const { portcullis } = await import('./readme/postgres.ts');
    await portcullis.close();
    expectBlock('join');
    await import('./readme/join.ts');
    const { rows } = await client.query(
      "select customer, name from orders, governance.portcullis_settings where name = 'first order'",
    );
    expect(rows).toEqual([{ customer: 'Ada', name: 'first order' }]);
    // The example leaves no connection behind.
    await expect.poll(countSessions).toBe(1);
  });
});
