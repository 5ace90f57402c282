import { randomUUID } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import { describeQueue } from '@portcullis/testing/vitest';
import { afterAll, beforeAll } from 'vitest';
import { createPgBossQueue } from '../src/create-pg-boss-queue.ts';

const folder = mkdtempSync(join(tmpdir(), 'pg-boss-'));
let postgres: RunningPostgres;
beforeAll(async () => {
  // As root, the server runs under another account, which needs access to its data.
  chmodSync(folder, 0o755);
  postgres = await startPostgres({ folder: join(folder, 'data') });
});
afterAll(async () => {
  await postgres.stop();
  rmSync(folder, { recursive: true, force: true });
});

describeQueue('the pg-boss queue', () => {
  const prefix = randomUUID();
  const create = () => createPgBossQueue({ connectionString: postgres.connectionString, prefix, onError: () => {} });
  return {
    create,
    createConcurrent: create,
    breakDown: () => postgres.stop(),
    async restore() {
      const { port, password } = postgres;
      postgres = await startPostgres({ folder: join(folder, 'data'), port, password });
    },
    timeoutMs: 30_000,
  };
});
