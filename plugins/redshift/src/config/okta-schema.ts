import { hidden, secret } from '@portcullis/plugin-api';
import { z } from 'zod';

/** The id of an application: `0oa1…/272`, or with the name of the application: `amazon_aws_redshift/0oa1…/272`. */
const APPLICATION_ID = /^(?:[A-Za-z0-9_-]{1,64}\/){0,2}[A-Za-z0-9_-]{1,64}$/;

/**
 * The fields of a federated sign-in through Okta. In automatic mode, the privileged account uses it for the set-up
 * only. In manual mode, the service uses it as the account that the script creates. Source: Amazon Redshift Management
 * Guide, "Options for providing IAM credentials", Okta.
 */
export function oktaFields() {
  return {
    authenticationType: z.literal('okta').meta({
      title: 'Authentication type',
      description: 'Sign in through Okta, for temporary credentials of a database user.',
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
              description: 'Its password. The account must not require a second factor.',
              examples: ['Correct4Horse9Battery'],
            }),
        ),
        appId: z
          .string()
          .max(128)
          .regex(APPLICATION_ID, 'This is not the id of an Okta application, such as 0oa1abcdEFGH2345i0x7/272.')
          .meta({
            title: 'Application id',
            description:
              'The id of the Okta application for AWS, as it follows /home/ in its embed link. The application name before it ("amazon_aws") may be left out.',
            examples: ['0oa1abcdEFGH2345i0x7/272'],
          }),
        idpHost: z
          .string()
          .overwrite((host) => host.trim().toLowerCase().replace(/\.$/, ''))
          .regex(
            /^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$/,
            'This is not a host name, such as example.okta.com.',
          )
          .refine((host) => !/^[0-9.]+$/.test(host), 'Enter the name of the host, not its address.')
          .meta({
            title: 'Identity provider host',
            description:
              'The host of the Okta organisation. A custom domain must be listed in the options of the plugin.',
            examples: ['example.okta.com'],
          }),
        role: z
          .string()
          .regex(
            /^arn:aws(-cn|-us-gov|-eusc)?:iam::\d{12}:role\/[\w+=,.@/-]{1,512}$/,
            'This is not the ARN of an IAM role, such as arn:aws:iam::123456789012:role/redshift-setup.',
          )
          .meta({
            title: 'IAM role',
            description: 'The role that the sign-in assumes to get temporary credentials.',
            examples: ['arn:aws:iam::123456789012:role/redshift-setup'],
          }),
      })
      .meta({ title: 'Okta', description: 'The sign-in at the identity provider.' }),
  };
}
