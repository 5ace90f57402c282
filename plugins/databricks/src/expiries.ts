import type { SecretExpiry } from '@portcullis/plugin-api';
import { builtIns } from './built-ins.ts';
import type { DatabricksConfig } from './config/config-schema.ts';

/**
 * Returns the expiry of the token or the certificate of a config, if it contains one: access tokens of Microsoft Entra
 * ID are JSON Web Tokens (RFC 7519, 4.1.4), personal access tokens have no readable expiry. Sources: Databricks,
 * "Authenticate with Microsoft Entra service principals"; RFC 5280, 4.1.2.5.
 */
export function expiriesOf(config: DatabricksConfig): readonly SecretExpiry[] {
  if (config.authenticationType === 'token') return expiryAt('token', tokenExpiry(config.token));
  const { useCertificate, clientSecret } = config.oAuthClientConfig;
  return useCertificate ? expiryAt('oAuthClientConfig.clientSecret', certificateExpiry(clientSecret)) : [];
}

function expiryAt(secret: string, expiresAt: number | undefined): readonly SecretExpiry[] {
  return expiresAt === undefined ? [] : [{ secret, expiresAt }];
}

function tokenExpiry(token: string): number | undefined {
  const [, claims] = /^[\w-]+\.([\w-]+)\.[\w-]+$/.exec(token) ?? [];
  if (claims === undefined) return undefined;
  try {
    const { exp } = JSON.parse(Buffer.from(claims, 'base64url').toString()) as { readonly exp?: unknown };
    return typeof exp === 'number' && Number.isFinite(exp) ? exp * 1_000 : undefined;
  } catch {
    return undefined;
  }
}

function certificateExpiry(pem: string): number | undefined {
  try {
    return new builtIns.crypto.X509Certificate(pem).validToDate.getTime();
  } catch {
    return undefined;
  }
}
