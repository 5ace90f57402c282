import { z } from 'zod';

/** The body of POST /api-keys. */
export const apiKeyBody = z.strictObject({
  name: z.string().trim().min(1).max(200),
  permissions: z.array(z.string().min(1).max(100)).max(50).optional(),
  expiresAt: z.iso.datetime({ offset: true }).optional(),
  principalId: z.int().positive().optional(),
  principalName: z.string().trim().min(1).max(200).optional(),
});
