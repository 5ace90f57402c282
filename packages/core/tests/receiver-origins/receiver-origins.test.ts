import { expect, it } from 'vitest';
import { findFaults } from './find-faults.ts';
import { runOrigins } from './run-origins.ts';

it('retries at the documented times at receivers with separate origins, and leaves no connection', async () => {
  const end = await runOrigins(10);
  expect(findFaults(end)).toEqual([]);
  expect(end.attempts.flatMap(({ made }) => made)).toHaveLength(100);
});
