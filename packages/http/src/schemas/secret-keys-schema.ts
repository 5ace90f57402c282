import { z } from 'zod';

const oldKey = z.object({
  keyId: z.string(),
  count: z.int().describe('The number of values that it has sealed.'),
  problem: z
    .object({ code: z.string(), message: z.string() })
    .optional()
    .describe('The reason why they cannot be resealed, such as SECRET_KEY_UNKNOWN for a key that is not configured.'),
});

/** `SecretKeysView` of the core. */
export const secretKeysSchema = z.object({
  currentKeyId: z.string(),
  count: z.int().describe('The number of values that the current key has sealed.'),
  old: z.array(oldKey).describe('You may delete a key that is neither listed here nor the current one.'),
});

/** The response of resealing. */
export const resealedSchema = secretKeysSchema.extend({
  resealed: z.int().describe('The number of values that were resealed.'),
});
