import { z } from 'zod';

/** Source of the names: the plugin contract's table of failure classes. */
const failureClass = z.enum([
  'network',
  'timeout',
  'tls',
  'credentials',
  'missing-grant',
  'not-found',
  'already-exists',
  'in-use',
  'paused-or-starting',
  'unsupported',
  'invalid-input',
  'transient',
  'internal',
]);

/** `FailureCause` of the core. */
export const failureCauseSchema = z.object({
  message: z.string(),
  fault: z.enum(['network', 'caller', 'platform', 'platform-administrator', 'portcullis']),
  code: z.string().optional().describe('The error code of the platform.'),
});

/** `ValidationTestResult` of the core. */
export const validationTestResultSchema = z.object({
  name: z.string(),
  status: z.enum(['passed', 'failed', 'warning', 'skipped']),
  result: z.array(z.unknown()).optional().describe('Row-like objects that the test shows.'),
  message: z.string().optional().describe('On every test that did not pass: what is wrong and what to do.'),
  id: z.string().optional().describe('Stable key of the test.'),
  phase: z.enum(['gate', 'prerequisite', 'capability', 'recurring']).optional(),
  skipReason: z.string().optional(),
  failureClass: failureClass.optional().describe('On every test that failed.'),
  cause: failureCauseSchema.optional().describe('Present with failureClass: its meaning, and who has to act.'),
  affects: z.array(z.string()).optional().describe('The features that it tests; empty: the integration as a whole.'),
  remediation: z
    .object({ statements: z.array(z.string()), runAs: z.string() })
    .optional()
    .describe('Statements that fix it, with the real names, and the account that can run them.'),
  durationMs: z.number().optional(),
});

/** `ValidationResults` of the core. */
export const validationResultsSchema = z.object({
  status: z
    .enum(['passed', 'failed', 'warning'])
    .describe('failed if a mandatory test failed, else warning if any warned or an optional one failed, else passed.'),
  validationTests: z.array(validationTestResultSchema).describe('Every test exactly once, in declared order.'),
});
