import { PlatformError } from '@portcullis/plugin-api';

/** Domains of Okta organisations. Source: Okta developer documentation, "Okta organizations"; "Okta for Government". */
const OKTA_DOMAINS: readonly string[] = [
  '.okta.com',
  '.oktapreview.com',
  '.okta-emea.com',
  '.okta-gov.com',
  '.okta.mil',
  '.oktacloud.us',
];

/**
 * Checks that a host belongs to Okta or was named. It comes from the users of an API, and what goes there is a password.
 *
 * @param allowed - further hosts; with a dot in front, every host below.
 * @throws PlatformError `invalid-input`
 */
export function checkOktaHost(host: string, allowed: readonly string[]): void {
  const fits = (known: string): boolean => (known.startsWith('.') ? host.endsWith(known) : host === known);
  if ([...OKTA_DOMAINS, ...allowed].some(fits)) return;
  throw new PlatformError({
    failureClass: 'invalid-input',
    message: `The host "${host}" of okta.idpHost is not among the identity providers that passwords may be sent to. Let whoever runs the service name it in the option identityProviders of redshift().`,
  });
}
