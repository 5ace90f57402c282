import type { RunningPostgres } from '@portcullis/testing/postgres';
import pg from 'pg';

/** Runs a statement on the demo target as its superuser and returns the rows. */
export type QueryTarget = (text: string, database?: string) => Promise<readonly Readonly<Record<string, unknown>>[]>;

/** Runs one statement on a separate connection, as the superuser. */
export async function queryTarget(
  { host, port, user, password }: RunningPostgres,
  database: string,
  text: string,
): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const client = new pg.Client({ host, port, user, password, database }).on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
