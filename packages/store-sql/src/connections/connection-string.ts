import { StoreError } from '@portcullis/core/ports';

/** The hosts of a connection string: between the credentials and the path. */
const HOSTS = /^[^/]*:\/\/(?:[^/?#]*@)?([^/?#]*)/;

/**
 * Refuses a connection string with several hosts, since the drivers connect to one.
 *
 * @throws StoreError `STORE_INPUT_INVALID`
 */
export function refuseSeveralHosts(connectionString: string | undefined): void {
  const [, hosts = ''] = HOSTS.exec(connectionString ?? '') ?? [];
  if (!hosts.includes(',')) return;
  const message =
    'The connection string names several hosts, and the driver connects to one: use an address that follows the primary server, such as a DNS name or a proxy.';
  throw new StoreError('STORE_INPUT_INVALID', message);
}

/**
 * Returns the error of a driver, or another one if the driver could not read its connection string: its own has no remedy, and that of
 * `mysql2` contains the password.
 */
export function explainUnreadable(error: unknown): unknown {
  const isUnreadable = error instanceof URIError || (error instanceof TypeError && 'input' in error);
  if (!isUnreadable) return error;
  const message =
    'The connection string is not a URL: replace special characters of the password by their percent-encoding, such as %2F for a slash.';
  return new StoreError('STORE_INPUT_INVALID', message);
}
