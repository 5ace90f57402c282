const SUFFIX = '.snowflakecomputing.com';

/**
 * `<organization>-<account>`, or `<locator>[.<region>[.<cloud>]]`, with `.privatelink` if that is used. Sources:
 * Snowflake, "Account identifiers", "Connecting with a URL" and "AWS PrivateLink and Snowflake"; other suffixes are
 * those of the regions in China and of the United States' military.
 */
const HOST = /^[a-z0-9][a-z0-9_-]{0,127}(\.[a-z0-9][a-z0-9_-]{0,62}){0,3}\.snowflakecomputing\.(com|cn|mil)$/;
const ACCOUNT = /^[a-z0-9][a-z0-9_-]{0,127}(\.[a-z0-9][a-z0-9-]{0,62}){0,2}$/;

/**
 * Normalizes a host: lower case, without scheme, default port, slash and trailing dot. An account identifier gets the
 * suffix of its URL.
 */
export function canonicalHost(text: string): string {
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^https:\/\//, '')
    .replace(/\/$/, '')
    .replace(/:443$/, '')
    .replace(/\.$/, '');
  return ACCOUNT.test(host) && !isOtherHost(host) ? `${host}${SUFFIX}` : host;
}

/**
 * Returns the problem with a host, or `undefined`. The host comes from the users of an API, so only Snowflake's own names
 * are accepted: no request can be sent to another party.
 */
export function hostProblem(host: string): string | undefined {
  if (/[/?#@\\\s:]/.test(host)) return 'Enter the host name only, without scheme, port, path, user or spaces.';
  if (HOST.test(host)) return undefined;
  if (host === 'app.snowflake.com' || host.endsWith('.snowflake.com')) {
    return 'This is the address of the web interface: use the account URL, <organization>-<account>.snowflakecomputing.com.';
  }
  return 'This is not the host of a Snowflake account: use <organization>-<account>.snowflakecomputing.com.';
}

/**
 * Returns the account of a host as tokens contain it: the first label, in upper case. In the URL of a connection that
 * redirects clients (`<account>-<id>.global`), an id follows the account, as in snowflake-sdk 3.3.0, `connection_config`.
 */
export function accountIdentifier(host: string): string {
  const [label = host, second] = host.split('.');
  const account = second === 'global' ? label.replace(/-.*$/, '') : label;
  return account.toUpperCase();
}

/** Returns whether a text is not an account identifier: an address, a local host name, or any other host. */
function isOtherHost(host: string): boolean {
  return (
    /^[0-9.]+$/.test(host) || host === 'localhost' || /\.(com|cn|mil|net|org|internal|local|localhost)$/.test(host)
  );
}
