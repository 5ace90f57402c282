import type { SecretExpiry } from '@portcullis/plugin-api';
import { builtIns } from './built-ins.ts';
import type { SnowflakeConfig } from './config/config-shapes.ts';

/**
 * Returns the expiry of the certificate of an OAuth client; no other part of a config contains an expiry. The stored
 * config of an automatic set-up has no credentials. Source: RFC 5280, 4.1.2.5.
 */
export function expiriesOf(config: Partial<SnowflakeConfig>): readonly SecretExpiry[] {
  const client = 'oAuthClientConfig' in config ? config.oAuthClientConfig : undefined;
  if (!client?.useCertificate) return [];
  try {
    const { validToDate } = new builtIns.crypto.X509Certificate(client.clientSecret);
    return [{ secret: 'oAuthClientConfig.clientSecret', expiresAt: validToDate.getTime() }];
  } catch {
    return [];
  }
}
