import type { Policy } from '../permissions/policy.ts';
import { parseRoleArn } from '../regions/arns.ts';
import { serviceTrustPolicy } from './policies.ts';
import type { S3Setup } from './setup-documents.ts';
import type { S3SetupInput, ServiceRole } from './setup-input.ts';

type Policies = Omit<S3Setup, 'terraform'>;
type Service = NonNullable<S3SetupInput['service']>;

/** A placeholder in a policy for a value that a variable of the Terraform replaces. No principal has this form. */
const UNKNOWN_PRINCIPAL = '(unknown)';

/** Writes the set-up as Terraform, for the AWS provider. It is applied in the account and region of the config. */
export function terraformOf(input: S3SetupInput & { readonly service: Service }, policies: Policies): string {
  const role = parseRoleArn(input.awsLocationRole);
  const blocks = [
    header(input),
    ...(input.createInstance ? ['resource "aws_s3control_access_grants_instance" "portcullis" {}'] : []),
    resource('aws_iam_role', 'portcullis_location', {
      name: quote(role?.name ?? ''),
      path: quote(`/${role?.path.slice(0, -role.name.length) ?? ''}`),
      assume_role_policy: json(policies.locationRoleTrustPolicy),
    }),
    resource('aws_iam_role_policy', 'portcullis_location', {
      name: quote('data'),
      role: 'aws_iam_role.portcullis_location.id',
      policy: json(policies.locationRolePolicy),
    }),
    ...serviceBlocks(input.service, policies),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function header({ awsAccountId, awsRegion, awsLocationPath }: S3SetupInput): string {
  const where = `${oneLine(awsLocationPath)} in account ${awsAccountId}, ${awsRegion}`;
  return [
    `# Prepares ${where} for Portcullis.`,
    '# Apply it as an administrator of IAM in that account. Applying it twice changes nothing.',
    '# The service registers the location itself; do not create it here.',
  ].join('\n');
}

function serviceBlocks(service: Service, { servicePolicy }: Policies): readonly string[] {
  const name = quote(service.name);
  if (service.kind === 'policy') {
    return [resource('aws_iam_policy', 'portcullis_service', { name, policy: json(servicePolicy) })];
  }
  const own = { name: quote('access-grants'), policy: json(servicePolicy) };
  if (service.kind === 'user') {
    const user = 'aws_iam_user.portcullis_service.name';
    return [
      resource('aws_iam_user', 'portcullis_service', { name }),
      resource('aws_iam_user_policy', 'portcullis_service', { user, ...own }),
    ];
  }
  const role = 'aws_iam_role.portcullis_service.id';
  return [
    ...(service.trustedPrincipal ? [] : [PRINCIPAL_VARIABLE]),
    resource('aws_iam_role', 'portcullis_service', {
      name,
      path: quote(service.path ?? '/'),
      assume_role_policy: trustOf(service),
    }),
    resource('aws_iam_role_policy', 'portcullis_service', { role, ...own }),
  ];
}

const PRINCIPAL_VARIABLE = [
  'variable "portcullis_principal" {',
  '  type        = string',
  '  description = "The ARN of the identity that the service runs as, which may assume its role."',
  '}',
].join('\n');

function trustOf({ trustedPrincipal = UNKNOWN_PRINCIPAL, externalId }: ServiceRole): string {
  const policy = json(serviceTrustPolicy(trustedPrincipal, externalId));
  return policy.replace(JSON.stringify(UNKNOWN_PRINCIPAL), 'var.portcullis_principal');
}

function resource(type: string, name: string, values: Readonly<Record<string, string>>): string {
  const lines = Object.entries(values).map(([key, value]) => `  ${key} = ${value}`);
  return [`resource "${type}" "${name}" {`, ...lines, '}'].join('\n');
}

/** Returns a policy as an expression of Terraform, which is JSON with escaped templates. */
function json(policy: Policy): string {
  return `jsonencode(${escapeTemplates(JSON.stringify(policy, null, 2).replaceAll('\n', '\n  '))})`;
}

/** Source: Terraform language, "Strings and templates". */
function quote(text: string): string {
  return escapeTemplates(JSON.stringify(text));
}

/** A doubled sign is literal, but not after another sign: an escape is literal everywhere. */
function escapeTemplates(text: string): string {
  return text.replace(/[$%]/g, (sign) => (sign === '$' ? '\\u0024' : '\\u0025'));
}

/** Replaces line breaks of all kinds, because a comment ends with its line. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\u0085\u2028\u2029]/g, ' ');
}
