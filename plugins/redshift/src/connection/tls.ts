import { isIP } from 'node:net';
import { rootCertificates } from 'node:tls';
import type { Settings } from '../connection-settings.ts';
import type { DriverClientOptions } from './driver.ts';

/**
 * Returns the TLS options of a connection: verified against Node's certificates and the given ones, or, on PostgreSQL,
 * none.
 */
export function tlsOptions(host: string, settings: Settings): DriverClientOptions['ssl'] {
  const { engine, tls, certificateAuthorities } = settings;
  const wanted = tls ?? (engine === 'postgresql' && isLoopback(host) ? 'off' : 'verified');
  if (wanted === 'off') return false;
  const authorities = certificateAuthorities.length > 0 ? { ca: [...rootCertificates, ...certificateAuthorities] } : {};
  // A server name must not be an address (RFC 6066, section 3); the certificate is then compared with the address.
  const name = isIP(host) === 0 ? { servername: host } : {};
  return { rejectUnauthorized: true, ...name, ...authorities };
}

function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}
