import { z } from 'zod';

/** `UnclearObject` of the core. */
export const unclearObjectSchema = z.object({
  key: z.string().describe('Identity within the integration.'),
  kind: z.string(),
  name: z.string().describe('Name on the platform.'),
  platformId: z
    .string()
    .optional()
    .describe("The platform's own id of the object that was seen. The decision is about that object alone."),
  begunAt: z.string().describe('The time when its creation began.'),
});
