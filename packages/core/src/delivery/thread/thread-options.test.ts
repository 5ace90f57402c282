import { expect, it } from 'vitest';
import { threadOptions } from './thread-options.ts';

it('a thread gets the options that it delivers by, and nothing that only the main thread can use', () => {
  const crossing = {
    allow: [{ cidr: '10.0.0.0/8' }],
    concurrency: 8,
    retryPolicy: { jitter: 0 },
    failingAfter: 2,
    backlog: { limit: 10 },
  };
  const unchanged = { traceContext: () => ({}), thread: new URL('file:///deliver.js'), kinds: [], maxPerRequest: 3 };
  expect(structuredClone(threadOptions({ ...crossing, ...unchanged }))).toEqual(crossing);
});
