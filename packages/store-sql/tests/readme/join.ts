import { createPostgresStore } from '@portcullis/store-sql/postgres';
import { Pool } from 'pg';

const pool = new Pool({ connectionString: process.env.DATABASE_URL });
const store = createPostgresStore({ pool, schema: 'governance' });
await store.open();

const client = await pool.connect();
await client.query('begin');
await client.query("insert into orders (customer) values ('Ada')");
const transaction = store.join?.(client);
await transaction?.insert('settings', { name: 'first order', value: true, updatedAt: Date.now() });
await client.query('commit'); // both, or neither
client.release();

await store.close(); // the pool stays yours
await pool.end();
