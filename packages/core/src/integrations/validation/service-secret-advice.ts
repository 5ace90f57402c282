import type { FailureClassification } from '@portcullis/plugin-api';
import type { ValidationRequest } from './validation-request.ts';

/** The remedy if the platform refuses an account whose secret only this library knows. */
const HELP =
  'Its secret was set automatically, so only the service knows it: rotate the secret with privileged credentials. If the account no longer exists, edit the integration with the same settings and privileged credentials, which makes it again.';

/**
 * Returns a failure of the service account of an automatic set-up with the remedy for it: the general one, to check the account and
 * its secret, is for accounts whose secret the user knows. A remedy of the plugin stays.
 */
export function withServiceSecretAdvice(
  failure: FailureClassification,
  { definition, mode, operation }: Pick<ValidationRequest, 'definition' | 'mode' | 'operation'>,
): FailureClassification {
  const isOurs = operation === 'recurring' && mode === 'automatic' && !definition.ownCredential;
  if (!isOurs || failure.class !== 'credentials' || failure.help !== undefined) return failure;
  return { ...failure, help: HELP };
}
