import { openMariaDbDatabase } from '@portcullis/testing/mariadb';
import { createConnection, type RowDataPacket } from 'mysql2/promise';
import { createMariaDbStore } from '../../../src/mariadb.ts';
import { openHostOn, type TestHost } from '../open-host.ts';

/** Opens a host on an empty database of MariaDB. */
export async function openMariaDbHost(): Promise<TestHost> {
  const database = await openMariaDbDatabase();
  const { connectionString } = database;
  const client = await createConnection(connectionString);
  await client.query('create table tags (name varchar(200) primary key)');
  return openHostOn({
    connectionString,
    store: createMariaDbStore({ connectionString, pool: { connectionLimit: 4 } }),
    async findTags(names) {
      const [rows] = await client.query<RowDataPacket[]>('select name from tags where name in (?)', [names]);
      return rows.map(({ name }) => name);
    },
    async close() {
      await client.end();
      await database.stop();
    },
  });
}
