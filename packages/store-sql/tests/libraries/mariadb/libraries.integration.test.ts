import { sampleRow } from '@portcullis/testing';
import { findMariaDb, NO_MARIADB, openMariaDbDatabase } from '@portcullis/testing/mariadb';
import { Kysely, MysqlDialect } from 'kysely';
import { createPool } from 'mysql2';
import { describe, expect, it } from 'vitest';
import { createMariaDbStore, fromKysely } from '../../../src/mariadb.ts';
import { describeLibraries } from '../describe-libraries.ts';
import { MARIADB_LIBRARIES } from './libraries.ts';
import { openMariaDbHost } from './open-mariadb-host.ts';

it.skipIf(findMariaDb())('needs MariaDB', ({ skip }) => skip(NO_MARIADB));

describe.runIf(findMariaDb())('on MariaDB', () => {
  describeLibraries(MARIADB_LIBRARIES, { openHost: openMariaDbHost, undoesTransactions: false });

  it('a transaction whose connection counts only changed rows is refused', async () => {
    const { connectionString, stop } = await openMariaDbDatabase();
    const store = createMariaDbStore({ connectionString, pool: { connectionLimit: 1 } });
    await store.open();
    const pool = createPool({ uri: connectionString, flags: ['-FOUND_ROWS'] });
    const db = new Kysely({ dialect: new MysqlDialect({ pool }) });
    const writing = db
      .transaction()
      .execute((trx) => store.join?.(fromKysely(trx)).insert('leases', sampleRow('leases', 1)) ?? Promise.reject());
    await expect(writing).rejects.toMatchObject({
      code: 'STORE_INPUT_INVALID',
      message: expect.stringContaining('FOUND_ROWS'),
    });
    expect(await store.count('leases', {})).toBe(0);
    await db.destroy();
    await store.close();
    await stop();
  });
});
