/** The kinds of policies that AWS names in a refusal, each with the party that can change it. */
const POLICY_OWNERS: ReadonlyMap<string, string> = new Map([
  ['identity-based policy', 'an administrator of IAM'],
  ['permissions boundary', 'an administrator of IAM'],
  ['session policy', 'the operator of the service'],
  ['service control policy', 'an administrator of the organization'],
  ['resource control policy', 'an administrator of the organization'],
  ['VPC endpoint policy', 'the administrator of the network of the service'],
  ['resource-based policy', 'the owner of the resource'],
  ['role trust policy', 'an administrator of IAM'],
]);

/** The end of a refusal. Source: IAM user guide, "Troubleshoot access denied error messages". */
const REASON = new RegExp(`(with an explicit deny in an?|because no) (${[...POLICY_OWNERS.keys()].join('|')})\\b`);

/**
 * Returns the help for a refusal that no further policy of the credentials can lift, because another kind of policy denies
 * the action or does not allow it. `undefined` if only the credentials' own policies do not allow it, or if AWS names no policy.
 */
export function denialHelp(refusal: string): string | undefined {
  const [, how, policy = ''] = REASON.exec(refusal) ?? [];
  const owner = POLICY_OWNERS.get(policy);
  if (owner === undefined || (how === 'because no' && policy === 'identity-based policy')) return undefined;
  const which = `${/^[aeiou]/.test(policy) ? 'An' : 'A'} ${policy}`;
  return `${which} denies it, and no further policy of the credentials can change that. Ask ${owner} to allow the action there.`;
}
