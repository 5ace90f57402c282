import { mysqlTable, varchar } from 'drizzle-orm/mysql-core';
import { drizzle } from 'drizzle-orm/mysql2';
import { createPool } from 'mysql2/promise';

const pool = createPool(process.env.DATABASE_URL ?? '');

export const tags = mysqlTable('tags', { name: varchar({ length: 200 }).primaryKey() });
export const db = drizzle({ client: pool });
export const close = () => pool.end();
