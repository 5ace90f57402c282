import type { Call } from './call.ts';
import { type EmulatorResponse, element, Refusal, success, xml } from './responses.ts';

const SESSION_KEY = 'ASIAEMULATOR00000000';

/** The operations of STS and IAM: form posts. Sources: STS API reference, IAM API reference. */
export const QUERY_OPERATIONS: Readonly<Record<string, (call: Call) => EmulatorResponse>> = {
  GetCallerIdentity: ({ key }) =>
    result('GetCallerIdentity', `${element('Arn', key.arn)}<UserId>AIDA</UserId>${element('Account', key.account)}`),
  AssumeRole,
  GetRole,
  SimulatePrincipalPolicy,
};

function result(operation: string, content: string): EmulatorResponse {
  return success(element(`${operation}Response`, element(`${operation}Result`, content)));
}

/** The trust policy is a list of external ids here. */
function AssumeRole({ account, key, form }: Call): EmulatorResponse {
  const arn = form.get('RoleArn') ?? '';
  const role = [...account.roles.values()].find((each) => each.arn === arn);
  const { externalIds } = (role?.trust ?? {}) as { readonly externalIds?: readonly string[] };
  if (!externalIds?.includes(form.get('ExternalId') ?? '')) {
    throw new Refusal(
      403,
      'AccessDenied',
      `User: ${key.arn} is not authorized to perform: sts:AssumeRole on resource: ${arn}`,
    );
  }
  const name = arn.split('/').at(-1) ?? '';
  const session = `arn:aws:sts::${account.id}:assumed-role/${name}/${form.get('RoleSessionName')}`;
  account.keys.set(SESSION_KEY, { account: account.id, arn: session });
  const credentials = [
    element('AccessKeyId', SESSION_KEY),
    element('SecretAccessKey', 'temporary'),
    element('SessionToken', 'token'),
    element('Expiration', new Date(Date.now() + 3_600_000).toISOString()),
  ];
  return result('AssumeRole', element('Credentials', credentials.join('')));
}

function GetRole({ account, form }: Call): EmulatorResponse {
  const name = form.get('RoleName') ?? '';
  const role = account.roles.get(name);
  if (!role) throw new Refusal(404, 'NoSuchEntity', `The role with name ${name} cannot be found.`);
  const document = encodeURIComponent(JSON.stringify(role.trust));
  const parts = [
    element('Path', '/'),
    element('RoleName', name),
    element('RoleId', 'AROA'),
    element('Arn', role.arn),
    element('CreateDate', '2026-01-01T00:00:00Z'),
    element('AssumeRolePolicyDocument', document),
  ];
  return result('GetRole', element('Role', parts.join('')));
}

function SimulatePrincipalPolicy({ account, key, form }: Call): EmulatorResponse {
  const { denied, conditional, forbidden } = account;
  if (denied === undefined) {
    throw new Refusal(
      403,
      'AccessDenied',
      `User: ${key.arn} is not authorized to perform: iam:SimulatePrincipalPolicy on resource: ${key.arn}`,
    );
  }
  const actions = [...form.entries()].filter(([name]) => name.startsWith('ActionNames.')).map(([, value]) => value);
  const resource = form.get('ResourceArns.member.1') ?? '';
  const results = actions.map((action) => {
    const [key, value] = conditional.get(action) ?? [];
    const given = key === undefined ? undefined : contextValue(form, key);
    const by = forbidden.get(action);
    const isDenied = by !== undefined || denied.includes(action) || (key !== undefined && given !== value);
    const lacking = key !== undefined && given === undefined ? element('member', key) : '';
    const decision = by === 'identity' ? 'explicitDeny' : isDenied ? 'implicitDeny' : 'allowed';
    const boundary = element('AllowedByPermissionsBoundary', String(by !== 'boundary'));
    const ofResource = [
      element('EvalResourceName', xml(resource)),
      element('EvalResourceDecision', decision),
      element('MissingContextValues', lacking),
      element('PermissionsBoundaryDecisionDetail', boundary),
    ];
    return element(
      'member',
      [
        element('EvalActionName', action),
        element('EvalResourceName', xml(resource)),
        element('EvalDecision', decision),
        element('OrganizationsDecisionDetail', element('AllowedByOrganizations', String(by !== 'organization'))),
        element('ResourceSpecificResults', element('member', ofResource.join(''))),
      ].join(''),
    );
  });
  return result(
    'SimulatePrincipalPolicy',
    `<IsTruncated>false</IsTruncated>${element('EvaluationResults', results.join(''))}`,
  );
}

/** Returns the value of a condition key of a simulation. */
function contextValue(form: URLSearchParams, key: string): string | undefined {
  for (let index = 1; form.has(`ContextEntries.member.${index}.ContextKeyName`); index += 1) {
    const entry = `ContextEntries.member.${index}`;
    if (form.get(`${entry}.ContextKeyName`) === key) return form.get(`${entry}.ContextKeyValues.member.1`) ?? undefined;
  }
  return undefined;
}
