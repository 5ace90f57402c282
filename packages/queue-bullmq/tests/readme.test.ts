import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openPostgresDatabase } from '@portcullis/testing/postgres';
import { findRedis, NO_REDIS, startRedis } from '@portcullis/testing/redis';
import { afterEach, expect, it, vi } from 'vitest';

const program = findRedis();
const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.unstubAllEnvs();
  for (const stop of stops.splice(0)) await stop();
});

it('the README shows a host that runs', async ({ skip }) => {
  const readme = readFileSync(join(import.meta.dirname, '../README.md'), 'utf8');
  const [, block] = /<!-- host -->\n```ts\n([\s\S]*?)\n```/.exec(readme) ?? [];
  expect(block).toBe(readFileSync(join(import.meta.dirname, 'readme/host.ts'), 'utf8').trimEnd());
  if (program === undefined) return skip(NO_REDIS);
  const redis = await startRedis(program);
  stops.push(redis.kill);
  const postgres = await openPostgresDatabase();
  stops.push(postgres.stop);
  vi.stubEnv('REDIS_URL', redis.url);
  vi.stubEnv('DATABASE_URL', postgres.connectionString);
  const { portcullis } = await import('./readme/host.ts');
  expect(await portcullis.health()).toEqual({ status: 'ok' });
  await portcullis.close();
});
