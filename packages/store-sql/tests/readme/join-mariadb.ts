import { createMariaDbStore } from '@portcullis/store-sql/mariadb';
import { createPool } from 'mysql2/promise';

const pool = createPool(process.env.DATABASE_URL ?? '');
const store = createMariaDbStore({ pool });
await store.open();

const connection = await pool.getConnection();
await connection.query('set transaction isolation level read committed');
await connection.beginTransaction();
await connection.query("insert into orders (customer) values ('Ada')");
const transaction = store.join?.(connection);
await transaction?.insert('settings', { name: 'first order', value: true, updatedAt: Date.now() });
await connection.commit(); // both, or neither
connection.release();

await store.close(); // the pool stays yours
await pool.end();
