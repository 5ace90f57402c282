import { z } from 'zod';

/** `UnresolvedObject` of the core. */
export const unresolvedObjectSchema = z.object({
  key: z.string().describe('Identity within the integration.'),
  kind: z.string(),
  name: z.string().describe('Name on the platform.'),
  platformId: z
    .string()
    .optional()
    .describe("The platform's id of the observed object. The decision concerns only that object."),
  begunAt: z.string().describe('The time when its creation began.'),
});
