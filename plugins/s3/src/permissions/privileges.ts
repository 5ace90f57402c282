import type { Privilege } from '@portcullis/plugin-api';
import { instanceArn } from '../regions/arns.ts';
import { NEEDED_ACTIONS, type PolicyScope, resourceArn } from './needed-actions.ts';

/** Returns the privileges of the service. */
export function servicePrivileges(config: PolicyScope): readonly Privilege[] {
  return NEEDED_ACTIONS.map(({ action, on, operation }) => ({
    name: action,
    on: resourceArn(on, config),
    operations: [operation],
  }));
}

/** Returns the privileges of an administrator for the creation of the instance. */
export function instancePrivileges(config: PolicyScope): readonly Privilege[] {
  return [{ name: 's3:CreateAccessGrantsInstance', on: instanceArn(config) }];
}

/** Returns the privileges of an administrator for the creation of the location role. */
export function rolePrivileges({ awsLocationRole: on }: PolicyScope): readonly Privilege[] {
  return ['iam:CreateRole', 'iam:PutRolePolicy'].map((name) => ({ name, on }));
}
