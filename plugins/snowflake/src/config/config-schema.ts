import { z } from 'zod';
import { configShapes, type SnowflakeConfig } from './config-shapes.ts';
import { contradictionsIn } from './contradictions.ts';

/** The message for a missing or unknown authentication kind. */
export const UNKNOWN_AUTHENTICATION = 'Name the sign-in method: "userPassword", "keyPair" or "oAuthClientCredentials".';

/** The schema of `config`: strict, one shape for each authentication kind. */
export function configSchema() {
  const [userPassword, keyPair, oauth] = configShapes();
  return z.discriminatedUnion(
    'authenticationType',
    [
      userPassword.superRefine(refuseContradictions),
      keyPair.superRefine(refuseContradictions),
      oauth.superRefine(refuseContradictions),
    ],
    { error: UNKNOWN_AUTHENTICATION },
  );
}

function refuseContradictions(config: SnowflakeConfig, context: z.RefinementCtx): void {
  for (const issue of contradictionsIn(config)) context.addIssue({ code: 'custom', ...issue });
}
