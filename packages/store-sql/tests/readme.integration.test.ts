import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findMariaDb, type MariaDbDatabase, NO_MARIADB, openMariaDbDatabase } from '@portcullis/testing/mariadb';
import { type Connection, createConnection } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');

/** The block of the README, which must equal the executed file. */
function expectBlock(name: string): void {
  const [, block] = new RegExp(`<!-- ${name} -->\n\`\`\`ts\n([\\s\\S]*?)\n\`\`\``).exec(readme) ?? [];
  expect(block).toBe(readFileSync(join(import.meta.dirname, `readme/${name}.ts`), 'utf8').trimEnd());
}

it('describes the store on MariaDB as it is run here', () => {
  expectBlock('mariadb');
  expectBlock('join-mariadb');
});

it.skipIf(findMariaDb())('needs MariaDB', ({ skip }) => skip(NO_MARIADB));

describe.runIf(findMariaDb())('the README', () => {
  let database: MariaDbDatabase;
  let client: Connection;

  beforeAll(async () => {
    database = await openMariaDbDatabase();
    client = await createConnection(database.connectionString);
    await client.query('create table orders (customer text)');
    vi.stubEnv('DATABASE_URL', database.connectionString);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await client?.end();
    await database?.stop();
  });

  it('keeps the data of a host in MariaDB, and joins its transactions, as described', async () => {
    const { portcullis } = await import('./readme/mariadb.ts');
    await portcullis.close();
    await import('./readme/join-mariadb.ts');
    const [rows] = await client.query(
      "select customer, name from orders, portcullis_settings where name = 'first order'",
    );
    expect(rows).toEqual([{ customer: 'Ada', name: 'first order' }]);
  });
});
