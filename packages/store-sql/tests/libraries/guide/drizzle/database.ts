import { drizzle } from 'drizzle-orm/node-postgres';
import { pgTable, text } from 'drizzle-orm/pg-core';
import { Pool } from 'pg';

const pool = new Pool({ connectionString: process.env.DATABASE_URL }).on('error', () => {});

export const tags = pgTable('tags', { name: text().primaryKey() });
export const db = drizzle({ client: pool });
export const close = () => pool.end();
