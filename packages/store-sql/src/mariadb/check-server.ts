import { StoreError } from '@portcullis/core/ports';
import type { QueryRunner } from './query-runner.ts';

/** The first version with `SKIP LOCKED` and with `JSON_TABLE`. */
const MIN_VERSION = [10, 6] as const;

/**
 * Checks the server and the session before the first statement of the store.
 *
 * @throws StoreError `STORE_INPUT_INVALID` for another server, an older version, no database, or another character set.
 */
export async function checkServer(run: QueryRunner): Promise<void> {
  const { rows } = await run('select version(), database(), @@character_set_client');
  const [version, database, characters] = (rows[0] ?? []).map((value) => (value === null ? null : String(value)));
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)\.\d+-MariaDB/i.exec(version ?? '') ?? []).map(Number);
  if (major < MIN_VERSION[0] || (major === MIN_VERSION[0] && minor < MIN_VERSION[1])) {
    throw new StoreError('STORE_INPUT_INVALID', `The store needs MariaDB 10.6 or later. The server is ${version}.`);
  }
  if (!database) {
    throw new StoreError('STORE_INPUT_INVALID', 'The connection names no database: name it in the connection string.');
  }
  if (characters !== 'utf8mb4') {
    const message = `The connection has the character set ${characters}: set \`charset: 'utf8mb4'\` in its options.`;
    throw new StoreError('STORE_INPUT_INVALID', message);
  }
}
