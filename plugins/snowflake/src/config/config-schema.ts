import { z } from 'zod';
import { contradictionsIn } from './contradictions.ts';
import { keyPairFields } from './key-pair-fields.ts';
import { oauthFields } from './oauth-fields.ts';
import { targetFields } from './target-fields.ts';
import { userPasswordFields } from './user-password-fields.ts';

/** What is said where the authentication kind is missing or unknown. */
export const UNKNOWN_AUTHENTICATION = 'Name the way to sign in: "userPassword", "keyPair" or "oAuthClientCredentials".';

/** The schema of `config`: strict, one shape for each authentication kind. */
export function configSchema() {
  const target = targetFields();
  return z.discriminatedUnion(
    'authenticationType',
    [
      z.strictObject({ ...target, ...userPasswordFields() }).superRefine((config, context) => {
        for (const issue of contradictionsIn(config)) context.addIssue({ code: 'custom', ...issue });
      }),
      z.strictObject({ ...target, ...keyPairFields() }).superRefine((config, context) => {
        for (const issue of contradictionsIn(config)) context.addIssue({ code: 'custom', ...issue });
      }),
      z.strictObject({ ...target, ...oauthFields() }).superRefine((config, context) => {
        for (const issue of contradictionsIn(config)) context.addIssue({ code: 'custom', ...issue });
      }),
    ],
    { error: UNKNOWN_AUTHENTICATION },
  );
}

/** A config that has been checked. */
export type SnowflakeConfig = z.output<ReturnType<typeof configSchema>>;
