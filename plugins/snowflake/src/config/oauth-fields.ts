import { hidden, secret } from '@portcullis/plugin-api';
import { z } from 'zod';
import { roleField } from './target-fields.ts';

/**
 * No other characters are valid in a client id, so a script can contain it unchanged. Source: RFC 6749, appendix A.1.
 */
const PRINTABLE_ASCII = /^[\x20-\x7e]+$/;

/**
 * An OAuth client of an identity provider that a security integration of the account trusts. Sources: Snowflake, "External OAuth
 * overview"; RFC 6749, 4.4.
 */
export function oauthFields() {
  return {
    authenticationType: z.literal('oAuthClientCredentials').meta({
      title: 'Authentication type',
      description: 'Sign in with an access token that an OAuth client requests with its own credentials.',
      examples: ['oAuthClientCredentials'],
    }),
    oAuthClientConfig: z
      .strictObject({
        provider: z
          .string()
          .min(1)
          .max(128)
          .meta({ title: 'Provider', description: 'A display name of the identity provider.', examples: ['okta'] }),
        clientId: hidden(
          z
            .string()
            .max(255)
            .regex(PRINTABLE_ASCII, 'A client id must contain only printable ASCII characters (RFC 6749).')
            .meta({
              title: 'Client id',
              description:
                'The id of the client. In manual set-up, it is the login name of the user that the script creates.',
              examples: ['0oa1abcdEFGH2345i0x7'],
            }),
        ),
        clientSecret: secret(
          z
            .string()
            .min(1)
            .max(32_768)
            .meta({
              title: 'Client secret',
              description:
                'The secret of the client. With useCertificate, its private key and its certificate, both as PEM.',
              examples: ['Correct4Horse9Battery'],
            }),
        ),
        scope: z
          .string()
          .max(1_024)
          .regex(PRINTABLE_ASCII, 'A scope must contain only printable ASCII characters (RFC 6749).')
          .meta({ title: 'Scope', description: 'The scope to request.', examples: ['session:role-any'] }),
        authorityUrl: z
          .string()
          .max(2_048)
          .refine((text) => isHttpsUrl(text), 'This must be an https URL without user, query or fragment.')
          .meta({
            title: 'Authority URL',
            description: 'The token endpoint of the provider.',
            examples: ['https://example.okta.com/oauth2/default/v1/token'],
          }),
        useCertificate: z
          .boolean()
          .default(false)
          .meta({
            title: 'Use a certificate',
            description: 'True: the client authenticates with a certificate instead of a secret (RFC 7523).',
            examples: [false],
          }),
      })
      .meta({ title: 'OAuth client', description: 'The client and its provider.' }),
    role: roleField(),
  };
}

function isHttpsUrl(text: string): boolean {
  const url = URL.parse(text);
  return (
    url?.protocol === 'https:' && url.username === '' && url.password === '' && url.search === '' && url.hash === ''
  );
}
