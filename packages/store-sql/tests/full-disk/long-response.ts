import type { TransportOutcome } from '@portcullis/core';

/** A response whose record needs separate pages. */
export const LONG_RESPONSE: TransportOutcome = {
  kind: 'response',
  statusCode: 200,
  headers: {},
  body: Buffer.alloc(16_000, 'x'),
  bodyBytes: 16_000,
  truncated: false,
  timing: { totalMs: 1 },
};
