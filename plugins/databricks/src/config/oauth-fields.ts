import { hidden, secret } from '@portcullis/plugin-api';
import { z } from 'zod';

/** The scope of every workspace API. Source: Databricks, "Authorize service principal access with OAuth", all-apis. */
const DEFAULT_SCOPE = 'all-apis';

/**
 * Returns the fields of the OAuth client of a service principal. Sources: Databricks, "Authorize service principal
 * access to Databricks with OAuth"; for Azure also "Authenticate with Microsoft Entra service principals"; RFC 6749,
 * 4.4.
 */
export function oauthFields() {
  return {
    authenticationType: z.literal('oAuthM2M').meta({
      title: 'Authentication type',
      description: 'Sign in with access tokens that the service principal requests with its own client id and secret.',
      examples: ['oAuthM2M'],
    }),
    oAuthClientConfig: z
      .strictObject({
        clientId: hidden(
          z
            .string()
            .regex(
              /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i,
              'This is not the application id (a UUID) of a service principal.',
            )
            .overwrite((id) => id.toLowerCase())
            .meta({
              title: 'Client id',
              description: 'The application id of the service principal, to which scripts grant privileges.',
              examples: ['5b6c1d0e-2f3a-4b5c-8d7e-9f0a1b2c3d4e'],
            }),
        ),
        clientSecret: secret(
          z
            .string()
            .min(1, 'The client secret is empty.')
            .max(32_768)
            .meta({
              title: 'Client secret',
              description:
                'The secret of the service principal. With useCertificate, its private key and its certificate, both as PEM.',
              examples: ['dose0123456789abcdef0123456789abcdef'],
            }),
        ),
        scope: z
          .string()
          .min(1)
          .max(1_024)
          .default(DEFAULT_SCOPE)
          .meta({
            title: 'Scope',
            description:
              'The scope to request. For Microsoft Entra ID: the id of Databricks there, followed by "/.default".',
            examples: [DEFAULT_SCOPE],
          }),
        authorityUrl: z
          .string()
          .max(2_048)
          .refine((text) => isHttpsUrl(text), 'This must be an https URL without user, query or fragment.')
          .optional()
          .meta({
            title: 'Authority URL',
            description: 'The token endpoint, if it is not that of the workspace.',
            examples: ['https://dbc-a1b2c3d4-e5f6.cloud.databricks.com/oidc/v1/token'],
          }),
        useCertificate: z
          .boolean()
          .default(false)
          .meta({
            title: 'Use a certificate',
            description:
              'True: the client authenticates with a certificate instead of a secret (RFC 7523), which Microsoft Entra ID accepts.',
            examples: [false],
          }),
      })
      .meta({ title: 'OAuth client', description: 'The service principal as which the service signs in.' }),
  };
}

function isHttpsUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    url?.protocol === 'https:' && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  );
}
