import { PlatformError } from '@portcullis/plugin-api';

/**
 * Hosts of the identity providers that Snowflake documents for External OAuth, and Snowflake's own. Sources: Snowflake, "Configure
 * Microsoft Entra ID for External OAuth", "Configure Okta ...", "Configure PingFederate ..." (hosted by PingOne), "Introduction to
 * OAuth".
 */
const WELL_KNOWN: readonly string[] = [
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
  '.okta.com',
  '.okta-emea.com',
  '.oktapreview.com',
  '.auth0.com',
  '.pingone.com',
  '.pingone.eu',
  '.snowflakecomputing.com',
];

/**
 * Checks that a token endpoint belongs to an identity provider that was named. It comes from the users of an API, and what goes
 * there is a client secret.
 *
 * @throws PlatformError `invalid-input`
 */
export function checkIdentityProvider(authorityUrl: string, allowed: readonly string[]): void {
  const host = URL.parse(authorityUrl)?.hostname ?? '';
  const fits = (known: string): boolean => (known.startsWith('.') ? host.endsWith(known) : host === known);
  if ([...WELL_KNOWN, ...allowed].some(fits)) return;
  throw new PlatformError({
    failureClass: 'invalid-input',
    message: `The host "${host}" of authorityUrl is not among the identity providers that may be asked for tokens.`,
    help: 'Let whoever runs the service name it in the option identityProviders of snowflake().',
  });
}
