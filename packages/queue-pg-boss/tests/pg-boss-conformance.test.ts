import { randomUUID } from 'node:crypto';
import { type RunningPostgres, startPostgres } from '@portcullis/testing/postgres';
import { describeQueue } from '@portcullis/testing/vitest';
import { afterAll, beforeAll } from 'vitest';
import { createPgBossQueue } from '../src/create-pg-boss-queue.ts';

let postgres: RunningPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());

describeQueue('the pg-boss queue', () => {
  const prefix = randomUUID();
  const create = () => createPgBossQueue({ connectionString: postgres.connectionString, prefix });
  return { create, createConcurrent: create, patienceMs: 20_000 };
});
