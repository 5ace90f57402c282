import { z } from 'zod';
import { UNKNOWN_AUTHENTICATION } from './config-schema.ts';
import { credentialProblems } from './contradictions.ts';
import { keyPairFields } from './key-pair-fields.ts';
import { oauthFields } from './oauth-fields.ts';
import { userPasswordFields } from './user-password-fields.ts';

/**
 * Returns the schema of DELETE's body for automatic integrations: a privileged user and role, with the field names of
 * the config.
 */
export function credentialsSchema() {
  return z.discriminatedUnion(
    'authenticationType',
    [
      z.strictObject(userPasswordFields()),
      z.strictObject(keyPairFields()).superRefine(refuseUnusable),
      z.strictObject(oauthFields()).superRefine(refuseUnusable),
    ],
    { error: UNKNOWN_AUTHENTICATION },
  );
}

function refuseUnusable(credentials: Parameters<typeof credentialProblems>[0], context: z.core.$RefinementCtx): void {
  for (const issue of credentialProblems(credentials)) context.addIssue({ code: 'custom', ...issue });
}
