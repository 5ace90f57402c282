import { clientCertificateProblem } from '@portcullis/plugin-api';
import { z } from 'zod';
import { oauthFields } from './oauth-fields.ts';
import { targetFields } from './target-fields.ts';
import { tokenFields } from './token-fields.ts';

/** The message for a missing or unknown authentication kind. */
const UNKNOWN_AUTHENTICATION = 'Name the sign-in method: "token" or "oAuthM2M".';

/** Returns the strict schema of `config`, one shape for each authentication kind. */
export function configSchema() {
  const target = targetFields();
  return z.discriminatedUnion(
    'authenticationType',
    [
      z.strictObject({ ...target, ...tokenFields() }),
      z.strictObject({ ...target, ...oauthFields() }).superRefine(({ oAuthClientConfig: client }, context) => {
        const message = client.useCertificate ? clientCertificateProblem(client.clientSecret) : undefined;
        const path = ['oAuthClientConfig', 'clientSecret'];
        if (message !== undefined) context.addIssue({ code: 'custom', path, message });
      }),
    ],
    { error: UNKNOWN_AUTHENTICATION },
  );
}

/** A parsed config. */
export type DatabricksConfig = z.output<ReturnType<typeof configSchema>>;
