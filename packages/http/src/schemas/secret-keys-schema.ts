import { z } from 'zod';

const oldKey = z.object({
  keyId: z.string(),
  count: z.int().describe('Values that it has sealed.'),
  problem: z
    .object({ code: z.string(), message: z.string() })
    .optional()
    .describe('Why they cannot be sealed anew, such as SECRET_KEY_UNKNOWN for a key that is not configured.'),
});

/** `SecretKeysView` of the core. */
export const secretKeysSchema = z.object({
  currentKeyId: z.string(),
  count: z.int().describe('Values that the current key has sealed.'),
  old: z.array(oldKey).describe('A key that is neither here nor the current one may be thrown away.'),
});

/** The answer of resealing. */
export const resealedSchema = secretKeysSchema.extend({ resealed: z.int().describe('Values that were sealed anew.') });
