import { describe, expect, it } from 'vitest';
import { denialHelp } from './denying-policy.ts';

const START =
  'User: arn:aws:iam::123456789012:user/acme is not authorized to perform: s3:ListAccessGrants on resource: "x"';

// IAM user guide, "Troubleshoot access denied error messages".
describe('a refusal by a policy that does not belong to the credentials', () => {
  it.each([
    ['because no service control policy allows the s3:ListAccessGrants action', 'an administrator of the organization'],
    ['with an explicit deny in a service control policy', 'an administrator of the organization'],
    [
      'with an explicit deny in a service control policy: arn:aws:organizations::1:policy/o-1/service_control_policy/p-1',
      'an administrator of the organization',
    ],
    ['with an explicit deny in a resource control policy', 'an administrator of the organization'],
    ['because no permissions boundary allows the s3:ListAccessGrants action', 'an administrator of IAM'],
    ['with an explicit deny in a permissions boundary', 'an administrator of IAM'],
    ['with an explicit deny in an identity-based policy', 'an administrator of IAM'],
    ['because no VPC endpoint policy allows the s3:ListAccessGrants action', 'the administrator of the network'],
    ['because no session policy allows the s3:ListAccessGrants action', 'the operator of the service'],
    ['because no resource-based policy allows the s3:ListAccessGrants action', 'the owner of the resource'],
  ])('names the party that can change it: %s', (reason, owner) => {
    expect(denialHelp(`${START} ${reason}.`)).toContain(`Ask ${owner}`);
  });

  it.each(['', 'because no identity-based policy allows the s3:ListAccessGrants action'])(
    'is not assumed if a policy of the credentials can allow the action: "%s"',
    (reason) => {
      expect(denialHelp(`${START} ${reason}`)).toBeUndefined();
    },
  );
});
