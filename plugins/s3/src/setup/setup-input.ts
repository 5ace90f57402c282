import { PortcullisError } from '@portcullis/plugin-api';
import { locationPathProblem } from '../config/location-path.ts';
import { type AccountRegion, parseRoleArn } from '../regions/arns.ts';
import { partitionOf } from '../regions/partitions.ts';

/** The user whose access key the service uses. */
export interface ServiceUser {
  readonly kind: 'user';
  readonly name: string;
}

/** The role that the service assumes with the host's own credentials. */
export interface ServiceRole {
  readonly kind: 'role';
  readonly name: string;
  /** @default / */
  readonly path?: string;
  /**
   * The ARN of the user, role or account that may assume it: the identity of the host.
   * @default a variable of the Terraform, and no trust policy
   */
  readonly trustedPrincipal?: string;
  readonly externalId?: string;
}

/** The host's own identity in the same account, to which its administrator attaches the policy. */
export interface ServicePolicyOnly {
  readonly kind: 'policy';
  readonly name: string;
}

/** The input of `s3Setup`: the fields of the config, and the other subjects of a policy. */
export interface S3SetupInput extends AccountRegion {
  /** The location path of the config. */
  readonly awsLocationPath: string;
  /** The ARN of the location role of the config. */
  readonly awsLocationRole: string;
  /** The sign-in of the service. @default a user with the name `portcullis-service` */
  readonly service?: ServiceUser | ServiceRole | ServicePolicyOnly;
  /** The highest access of grants. @default readwrite */
  readonly access?: 'read' | 'readwrite';
  /** The ARNs of the keys with which KMS encrypts the data. @default none */
  readonly kmsKeyArns?: readonly string[];
  /** True if users and groups of IAM Identity Center also receive grants. @default false */
  readonly directoryUsers?: boolean;
  /**
   * True if Terraform also creates the access-grants instance: only if the account has none in the region. @default
   * false
   */
  readonly createInstance?: boolean;
}

const IAM_NAME = /^[\w+=,.@-]{1,64}$/;
const IAM_PATH = /^\/(?:[\x21-\x7e]{1,510}\/)?$/;
const EXTERNAL_ID = /^[\w+=,.@:/-]{2,1224}$/;
const PRINCIPAL = /^(?:\d{12}|arn:aws(?:-[a-z]+)*:iam::\d{12}:(?:root|(?:user|role)\/[\w+=,.@/-]{1,574}))$/;
const KMS_KEY = /^arn:aws(?:-[a-z]+)*:kms:[a-z0-9-]+:\d{12}:key\/[A-Za-z0-9-]{1,64}$/;

/** The rules of the input, and their messages. */
const RULES: readonly (readonly [isMet: (input: S3SetupInput) => boolean, message: string])[] = [
  [({ awsAccountId }) => /^\d{12}$/.test(awsAccountId), 'awsAccountId has 12 digits.'],
  [({ awsRegion }) => partitionOf(awsRegion) !== undefined, 'awsRegion looks like eu-central-1.'],
  [
    ({ awsLocationPath }) => locationPathProblem(awsLocationPath) === undefined,
    'awsLocationPath looks like s3://bucket/prefix/.',
  ],
  [
    ({ awsLocationRole, awsAccountId }) => parseRoleArn(awsLocationRole)?.account === awsAccountId,
    'awsLocationRole is the ARN of an IAM role in the account.',
  ],
  [({ service }) => !service || IAM_NAME.test(service.name), 'service.name has 1 to 64 letters, digits and +=,.@-_.'],
  [
    ({ service }) => service?.kind !== 'role' || !service.path || IAM_PATH.test(service.path),
    'service.path begins and ends with a slash.',
  ],
  [
    ({ service }) => service?.kind !== 'role' || !service.trustedPrincipal || PRINCIPAL.test(service.trustedPrincipal),
    'service.trustedPrincipal is an account id, or the ARN of a user or role.',
  ],
  [
    ({ service }) => service?.kind !== 'role' || !service.externalId || EXTERNAL_ID.test(service.externalId),
    'service.externalId has 2 to 1,224 letters, digits and +=,.@:/-_.',
  ],
  [({ kmsKeyArns = [] }) => kmsKeyArns.every((arn) => KMS_KEY.test(arn)), 'kmsKeyArns are ARNs of KMS keys.'],
];

/**
 * Checks that input is safe for a policy.
 *
 * @throws PortcullisError `OPTIONS_INVALID` with the message of each violated rule.
 */
export function checkSetupInput(input: S3SetupInput): void {
  const violated = RULES.filter(([isMet]) => !isMet(input)).map(([, message]) => message);
  if (violated.length === 0) return;
  const message = `s3Setup() cannot write policies for these values. ${violated.join(' ')}`;
  throw new PortcullisError({ code: 'OPTIONS_INVALID', message, help: 'Use the values of the config.' });
}
