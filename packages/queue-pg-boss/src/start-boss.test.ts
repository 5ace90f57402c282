import type { ConstructorOptions } from 'pg-boss';
import { expect, it, vi } from 'vitest';
import { startBoss } from './start-boss.ts';

const created = vi.hoisted((): ConstructorOptions[] => []);

vi.mock('pg-boss', () => ({
  PgBoss: class {
    constructor(options: ConstructorOptions) {
      created.push(options);
    }
    on() {}
    async start() {}
    async stop() {}
  },
}));

it('uses the default of an option that is absent or undefined', async () => {
  await startBoss({ connectionString: 'postgresql://127.0.0.1/queue', boss: { max: undefined, schema: 'jobs' } });
  expect(created).toEqual([
    expect.objectContaining({ connectionString: 'postgresql://127.0.0.1/queue', max: 3, schema: 'jobs' }),
  ]);
});
