import { hidden, secret } from '@portcullis/plugin-api';
import { z } from 'zod';

/** Why a config with Okta is refused for now. */
export const OKTA_REFUSAL =
  'Signing in through Okta is not available in this version of the plugin: use "userPassword".';

/**
 * The fields of a federated sign-in through Okta. Their shape is final; the sign-in itself comes later, and until then the
 * discriminator refuses every value, so that no integration is stored that nobody could connect.
 */
export function oktaFields() {
  return {
    authenticationType: z
      .literal('okta')
      .refine(() => false, OKTA_REFUSAL)
      .meta({
        title: 'Authentication type',
        description: 'Sign in through Okta. Not available in this version.',
        examples: ['okta'],
      }),
    okta: z
      .strictObject({
        username: hidden(
          z
            .string()
            .min(1)
            .max(254)
            .meta({
              title: 'Okta user name',
              description: 'The account at the identity provider.',
              examples: ['service@example.com'],
            }),
        ),
        password: secret(
          z
            .string()
            .min(1)
            .max(1_024)
            .meta({
              title: 'Okta password',
              description: 'Its password.',
              examples: ['Correct4Horse9Battery'],
            }),
        ),
        appId: z
          .string()
          .min(1)
          .max(128)
          .meta({
            title: 'Application id',
            description: 'The id of the Okta application for Amazon Redshift, as it stands in its sign-on address.',
            examples: ['0oa1abcdEFGH2345i0x7/272'],
          }),
        idpHost: z
          .string()
          .regex(/^[a-z0-9-]+(\.[a-z0-9-]+)+$/i, 'This is no host name.')
          .meta({
            title: 'Identity provider host',
            description: 'The host of the Okta organisation.',
            examples: ['example.okta.com'],
          }),
        role: z
          .string()
          .regex(/^arn:aws(-cn|-us-gov)?:iam::\d{12}:role\/[\w+=,.@/-]{1,512}$/, 'This is no ARN of an IAM role.')
          .meta({
            title: 'IAM role',
            description: 'The role that the sign-in assumes to get temporary credentials.',
            examples: ['arn:aws:iam::123456789012:role/redshift-setup'],
          }),
      })
      .meta({ title: 'Okta', description: 'The sign-in at the identity provider.' }),
  };
}
