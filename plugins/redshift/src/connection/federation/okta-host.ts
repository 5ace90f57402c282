import { checkIdentityProvider } from '@portcullis/plugin-network';

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
 * Checks that a host belongs to Okta or is listed. It comes from users of the API, and would receive a password.
 *
 * @param allowed - additional hosts; with a leading dot, every host below.
 * @throws PlatformError `invalid-input`
 */
export function checkOktaHost(host: string, allowed: readonly string[]): void {
  const option = 'identityProviders of redshift()';
  checkIdentityProvider({ host, allowed: [...OKTA_DOMAINS, ...allowed], field: 'okta.idpHost', option });
}
