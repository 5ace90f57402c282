import { Kysely, PostgresDialect } from 'kysely';
import { Pool } from 'pg';

interface Tables {
  readonly tags: { readonly name: string };
}

const pool = new Pool({ connectionString: process.env.DATABASE_URL }).on('error', () => {});

export const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
export const close = () => db.destroy();
