import { checkIdentityProvider as check } from '@portcullis/plugin-network';

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
 * Checks that a token endpoint belongs to a listed identity provider. It comes from the users of an API, and
 * would receive a client secret.
 *
 * @throws PlatformError `invalid-input`
 */
export function checkIdentityProvider(authorityUrl: string, allowed: readonly string[]): void {
  const host = URL.parse(authorityUrl)?.hostname ?? '';
  const option = 'identityProviders of snowflake()';
  check({ host, allowed: [...WELL_KNOWN, ...allowed], field: 'authorityUrl', option });
}
