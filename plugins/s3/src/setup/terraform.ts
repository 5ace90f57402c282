import type { Policy } from '../permissions/policy.ts';
import { parseRoleArn } from '../regions/arns.ts';
import type { S3Setup } from './s3-setup.ts';
import type { S3SetupInput, ServiceRole, ServiceUser } from './setup-input.ts';

/** Writes the set-up as Terraform, for the AWS provider (6.0 and later). It is applied in the account and region of the config. */
export function terraformOf(
  input: S3SetupInput,
  service: ServiceUser | ServiceRole,
  policies: Omit<S3Setup, 'terraform'>,
): string {
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
    ...(service.kind === 'user' ? userBlocks(service, policies) : roleBlocks(service, policies)),
  ];
  return `${blocks.join('\n\n')}\n`;
}

function header({ awsAccountId, awsRegion, awsLocationPath }: S3SetupInput): string {
  const where = `${oneLine(awsLocationPath)} in account ${awsAccountId}, ${awsRegion}`;
  return [
    `# Prepares ${where} for Portcullis.`,
    '# Apply it as an administrator of IAM in that account. Applying it twice changes nothing.',
    '# The service itself registers the location; it is not to be made here.',
  ].join('\n');
}

function userBlocks({ name }: ServiceUser, policies: Omit<S3Setup, 'terraform'>): readonly string[] {
  return [
    resource('aws_iam_user', 'portcullis_service', { name: quote(name) }),
    resource('aws_iam_user_policy', 'portcullis_service', {
      name: quote('access-grants'),
      user: 'aws_iam_user.portcullis_service.name',
      policy: json(policies.servicePolicy),
    }),
  ];
}

function roleBlocks({ name }: ServiceRole, policies: Omit<S3Setup, 'terraform'>): readonly string[] {
  return [
    resource('aws_iam_role', 'portcullis_service', {
      name: quote(name),
      assume_role_policy: json(policies.serviceTrustPolicy as Policy),
    }),
    resource('aws_iam_role_policy', 'portcullis_service', {
      name: quote('access-grants'),
      role: 'aws_iam_role.portcullis_service.id',
      policy: json(policies.servicePolicy),
    }),
  ];
}

function resource(type: string, name: string, values: Readonly<Record<string, string>>): string {
  const lines = Object.entries(values).map(([key, value]) => `  ${key} = ${value}`);
  return [`resource "${type}" "${name}" {`, ...lines, '}'].join('\n');
}

/** JSON is written in the expressions of Terraform as it is, but for the beginnings of templates. */
function json(policy: Policy): string {
  return `jsonencode(${escapeTemplates(JSON.stringify(policy, null, 2).replaceAll('\n', '\n  '))})`;
}

/** Source: Terraform language, "Strings and templates". */
function quote(text: string): string {
  return escapeTemplates(JSON.stringify(text));
}

function escapeTemplates(text: string): string {
  return text.replace(/[$%](?=\{)/g, (sign) => sign + sign);
}

/** A comment ends with its line, and there are more ends of lines than one. */
function oneLine(text: string): string {
  return text.replace(/[\r\n\u0085\u2028\u2029]/g, ' ');
}
