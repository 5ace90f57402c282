import { z } from 'zod';

/** `ApiKeyView` of the core. */
export const apiKeySchema = z.object({
  id: z.number(),
  name: z.string(),
  prefix: z.string().describe('The first characters of the key.'),
  principalId: z.number(),
  principalName: z.string(),
  permissions: z.array(z.string()),
  issuedBy: z.number().optional().describe('The id of the key with which it was issued.'),
  createdAt: z.string(),
  expiresAt: z.string().optional(),
  lastUsedAt: z.string().optional(),
  revokedAt: z.string().optional(),
});

/** `ApiKeyCreatedView` of the core. */
export const apiKeyCreatedSchema = apiKeySchema.extend({
  key: z.string().meta({ format: 'password' }).describe('Shown here only.'),
});

/** `ApiKeyRevokedView` of the core. */
export const apiKeyRevokedSchema = apiKeySchema.extend({
  alsoRevoked: z.array(z.number()).describe('The ids of the keys that were revoked with it.'),
});
