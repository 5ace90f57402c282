import type { SecretExpiry } from '@portcullis/plugin-api';
import { builtIns } from './built-ins.ts';
import type { SnowflakeConfig } from './config/config-shapes.ts';

/**
 * When the certificate of an OAuth client ends; nothing else of a config says when it does. The stored config of an automatic set-up has
 * no credentials in it. Source: RFC 5280, 4.1.2.5.
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
