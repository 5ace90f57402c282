import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPostgresDatabase, type PostgresDatabase } from '@portcullis/testing/postgres';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';

let postgres: PostgresDatabase;
beforeAll(async () => {
  postgres = await openPostgresDatabase();
  vi.stubEnv('DATABASE_URL', postgres.connectionString);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await postgres.stop();
});

it('the README shows a host that runs', async () => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const [, block] = /<!-- host -->\n```ts\n([\s\S]*?)\n```/.exec(readme) ?? [];
  expect(block).toBe(readFileSync(join(import.meta.dirname, 'readme/host.ts'), 'utf8').trimEnd());
  const { portcullis } = await import('./readme/host.ts');
  expect(await portcullis.health()).toEqual({ status: 'ok' });
  await portcullis.close();
});
