import { z } from 'zod';

const attemptCounts = z.object({
  succeeded: z.number().describe('The receiver responded with 2xx.'),
  redirected: z.number().describe('The receiver responded with 3xx.'),
  refused: z.number().describe('The receiver responded with 4xx.'),
  receiverError: z.number().describe('The receiver responded with 5xx.'),
  noPublicAddress: z.number().describe('The name does not exist, or its address is not permitted.'),
  noConnection: z.number().describe('No connection: name lookup, proxy, connection or TLS.'),
  noResponse: z.number().describe('A connection, but no complete response before the deadline.'),
  interrupted: z.number().describe('The process died before the outcome was known.'),
});

const counts = z.object({
  attempts: attemptCounts.describe('Attempts by outcome. Manual retries are counted, tests are not.'),
  exhausted: z.number().describe('Deliveries that are not retried any more. Their attempts are counted, too.'),
  latency: z
    .object({ p50Ms: z.number(), p95Ms: z.number() })
    .optional()
    .describe(
      'The milliseconds below which 50 % and 95 % of the attempts with a response lie. Estimated: wrong by a factor of 1.6 at most. Absent without responses.',
    ),
});

/** `DeliveryStatisticsView` of the core. */
export const deliveryStatisticsSchema = z.object({
  range: z.enum(['hour', 'day', 'week']),
  stepMinutes: z.number().describe('The length of a step: 1, 60 or 360.'),
  total: counts.describe('The attempts of the whole range.'),
  steps: z
    .array(counts.extend({ startsAt: z.string().describe('The beginning of the step.') }))
    .describe('Every step of the range in the order of time. The last one has not ended.'),
});
