import { findMariaDb, type MariaDbDatabase, NO_MARIADB, openMariaDbDatabase } from '@portcullis/testing/mariadb';
import { type Connection, createConnection, type RowDataPacket } from 'mysql2/promise';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';

it.skipIf(findMariaDb())('needs MariaDB', ({ skip }) => skip(NO_MARIADB));

describe.runIf(findMariaDb())('the guide', () => {
  let database: MariaDbDatabase;
  let client: Connection;

  beforeAll(async () => {
    database = await openMariaDbDatabase();
    vi.stubEnv('DATABASE_URL', database.connectionString);
    client = await createConnection(database.connectionString);
    await client.query('create table tags (name varchar(200) primary key)');
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await client?.end();
    await database?.stop();
  });

  it('has an example on MariaDB that commits both or neither', async () => {
    const [{ createTag }, { close }, { portcullis }] = [
      await import('./guide/create-tag.ts'),
      await import('./guide/database.ts'),
      await import('./guide/portcullis.ts'),
    ];
    await createTag('red');
    await expect(createTag('red')).rejects.toThrow();
    const [rows] = await client.query<RowDataPacket[]>('select payload from portcullis_events');
    expect(rows.filter(({ payload }) => String(payload).includes('"tagName":"red"'))).toHaveLength(1);
    await portcullis.close();
    await close();
  });
});
