import type { TransportOutcome } from '@portcullis/core';

/** An answer whose record needs separate pages. */
export const LONG_ANSWER: TransportOutcome = {
  kind: 'response',
  statusCode: 200,
  headers: {},
  body: Buffer.alloc(16_000, 'x'),
  bodyBytes: 16_000,
  truncated: false,
  timing: { totalMs: 1 },
};
