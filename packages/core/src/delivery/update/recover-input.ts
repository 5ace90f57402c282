import { z } from 'zod';

const time = z.iso.datetime({ offset: true }).transform((text) => Date.parse(text));

/** The body of POST /webhooks/{id}/recover. */
export const recoverInput = z.strictObject({
  since: time.describe('Deliveries that failed for good at or after this time.'),
  until: time.optional().describe('And not after this time. Default: now.'),
  limit: z.int().min(1).max(100_000).default(10_000).describe('At most this many, the oldest first.'),
});

/** The deliveries to recover. */
export type Recover = z.output<typeof recoverInput>;
