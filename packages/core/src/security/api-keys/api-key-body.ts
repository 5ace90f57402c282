import { z } from 'zod';
import { nameSchema } from '../../kernel/input/name-schema.ts';

/** The body of POST /api-keys. */
export const apiKeyBody = z.strictObject({
  name: nameSchema(200),
  permissions: z.array(z.string().min(1).max(100)).max(50).optional(),
  expiresAt: z.iso.datetime({ offset: true }).optional(),
  principalId: z.int().positive().optional(),
  principalName: nameSchema(200).optional(),
});
