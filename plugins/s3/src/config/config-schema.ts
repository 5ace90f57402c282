import { secret } from '@portcullis/plugin-api';
import { z } from 'zod';
import { parseRoleArn } from '../regions/arns.ts';
import { partitionOf } from '../regions/partitions.ts';
import { locationPathProblem, normalizeLocationPath } from './location-path.ts';
import { PRINTABLE } from './printable.ts';

/**
 * Returns the strict schema of `config`, discriminated on the sign-in of the service. A function, because its creation
 * takes longer than the import of the rest.
 */
export function configSchema() {
  return z
    .discriminatedUnion('authenticationType', [accessKeySchema(), autoSchema()])
    .superRefine((config, context) => {
      if (config.authenticationType !== 'auto' || !config.awsExternalId || config.awsRoleToAssume) return;
      const message = 'An external id requires a role to assume: set the role, or leave out the external id.';
      context.addIssue({ code: 'custom', path: ['awsExternalId'], message });
    });
}

/** A config of this plugin: the output of its schema. */
export type S3Config = z.output<ReturnType<typeof configSchema>>;

function accessKeySchema() {
  return z.strictObject({
    ...commonFields(),
    authenticationType: z
      .literal('accessKey')
      .meta({ title: 'Authentication', description: 'With an access key of an IAM user.', examples: ['accessKey'] }),
    awsAccessKeyId: secret(
      z
        .string()
        .regex(/^[A-Z0-9]{16,128}$/, 'An access key id has 16 to 128 upper-case letters and digits.')
        .refine(
          (id) => !id.startsWith('ASIA'),
          'A temporary key (ASIA…) expires: use the key of an IAM user, or "auto".',
        ),
    ).meta({
      title: 'Access key id',
      description: 'The id of the access key.',
      examples: ['AKIAIOSFODNN7EXAMPLE'],
    }),
    awsSecretAccessKey: secret(z.string().regex(/^[\x21-\x7e]{1,256}$/, 'A secret access key has no spaces.')).meta({
      title: 'Secret access key',
      description: 'The secret of the access key.',
      examples: ['wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'],
    }),
  });
}

function autoSchema() {
  return z.strictObject({
    ...commonFields(),
    authenticationType: z.literal('auto').meta({
      title: 'Authentication',
      description: 'With the credentials of the machine on which the service runs: the default chain of the AWS SDK.',
      examples: ['auto'],
    }),
    awsRoleToAssume: z
      .string()
      .refine(
        (arn) => parseRoleArn(arn) !== undefined,
        'This is not the ARN of an IAM role, such as arn:aws:iam::123456789012:role/portcullis-service.',
      )
      .optional()
      .meta({
        title: 'Role to assume',
        description: 'The ARN of the role that the service assumes to work in the account.',
        examples: ['arn:aws:iam::123456789012:role/portcullis-service'],
      }),
    awsExternalId: z
      .string()
      .regex(/^[\w+=,.@:/-]{2,1224}$/, 'An external id has 2 to 1,224 letters, digits and +=,.@:/-_.')
      .optional()
      .meta({
        title: 'External id',
        description: 'The external id that the trust policy of the role to assume requires. It is not a secret.',
        examples: ['portcullis-4711'],
      }),
  });
}

function commonFields() {
  return {
    name: z
      .string()
      .trim()
      .min(1)
      .max(255)
      .regex(new RegExp(PRINTABLE), 'A name must not contain control characters.')
      .meta({
        pattern: PRINTABLE,
        title: 'Name',
        description: 'The name of the integration. No other S3 integration can have the same name.',
        examples: ['Lake in Frankfurt'],
      }),
    awsAccountId: z
      .string()
      .regex(/^\d{12}$/, 'An account id has 12 digits, leading zeros included.')
      .meta({
        title: 'AWS account id',
        description: 'The account with the access-grants instance, as text, because of leading zeros.',
        examples: ['123456789012'],
      }),
    awsRegion: z
      .string()
      .refine((region) => partitionOf(region) !== undefined, 'A region looks like eu-central-1.')
      .meta({
        title: 'AWS region',
        description: 'The region of the access-grants instance and of the data.',
        examples: ['eu-central-1'],
      }),
    awsLocationRole: z
      .string()
      .trim()
      .min(1)
      .max(2048)
      .regex(new RegExp(PRINTABLE), 'An ARN must not contain control characters.')
      .meta({
        pattern: PRINTABLE,
        title: 'Location role',
        description:
          'The ARN of the IAM role that S3 Access Grants assumes to provide access to the location. A validation test checks its form.',
        examples: ['arn:aws:iam::123456789012:role/portcullis-location'],
      }),
    awsLocationPath: z
      .string()
      .overwrite(normalizeLocationPath)
      .superRefine((path, context) => {
        const problem = locationPathProblem(path);
        if (problem) context.addIssue({ code: 'custom', message: problem });
      })
      .meta({
        title: 'Location path',
        description: 'The base prefix of data sources, which the service registers as a location.',
        examples: ['s3://acme-lake/curated/'],
      }),
  };
}
