import { randomUUID } from 'node:crypto';
import type { StoredGrant, StoredLocation } from './account.ts';
import type { Call } from './call.ts';
import { type EmulatorResponse, element, Refusal, success, xml } from './responses.ts';

/** Entries of a page. Few, so that there are several pages. */
const PAGE = 2;

/** An operation and the requests that match it. */
interface Route {
  readonly operation: string;
  readonly method: string;
  readonly path: RegExp;
  readonly run: (call: Call, id: string) => EmulatorResponse;
}

/** The operations of S3 Access Grants that the plugin uses. Source: S3 API reference, "Actions, Amazon S3 Control". */
export const GRANTS_ROUTES: readonly Route[] = [
  {
    operation: 'GetAccessGrantsInstance',
    method: 'GET',
    path: /^\/v20180820\/accessgrantsinstance$/,
    run: (call) =>
      success(element('GetAccessGrantsInstanceResult', element('AccessGrantsInstanceArn', instance(call)))),
  },
  {
    operation: 'ListAccessGrantsLocations',
    method: 'GET',
    path: /^\/v20180820\/accessgrantsinstance\/locations$/,
    run: (call) => list(call, 'ListAccessGrantsLocations', 'AccessGrantsLocation', call.account.locations, locationXml),
  },
  {
    operation: 'CreateAccessGrantsLocation',
    method: 'POST',
    path: /^\/v20180820\/accessgrantsinstance\/location$/,
    run: createLocation,
  },
  {
    operation: 'DeleteAccessGrantsLocation',
    method: 'DELETE',
    path: /^\/v20180820\/accessgrantsinstance\/location\/([^/]+)$/,
    run: deleteLocation,
  },
  {
    operation: 'ListAccessGrants',
    method: 'GET',
    path: /^\/v20180820\/accessgrantsinstance\/grants$/,
    run: (call) => list(call, 'ListAccessGrants', 'AccessGrant', visibleGrants(call), grantXml),
  },
  {
    operation: 'DeleteAccessGrant',
    method: 'DELETE',
    path: /^\/v20180820\/accessgrantsinstance\/grant\/([^/]+)$/,
    run({ account }, id) {
      const grant = account.grants.get(id);
      if (grant) account.removedGrants.set(grant, Date.now() + account.visibleAfterRemovalMs);
      if (account.grants.delete(id)) return { status: 204, body: '' };
      throw new Refusal(404, 'NoSuchAccessGrantError', 'The specified access grant does not exist');
    },
  },
  {
    operation: 'ListTagsForResource',
    method: 'GET',
    path: /^\/v20180820\/tags\/arn:.*\/(?:location|grant)\/([^/]+)$/,
    run({ account }, id) {
      const resource = account.locations.get(id) ?? account.grants.get(id);
      if (!resource) throw new Refusal(404, 'NoSuchResource', 'The specified resource does not exist');
      const found = Object.entries(resource.tags).map(([key, value]) =>
        element('Tag', `${element('Key', xml(key))}${element('Value', xml(value))}`),
      );
      return success(element('ListTagsForResourceResult', element('Tags', found.join(''))));
    },
  },
];

function instance({ account, region }: Call): string {
  if (account.regions.has(region)) return `arn:aws:s3:${region}:${account.id}:access-grants/default`;
  throw new Refusal(404, 'AccessGrantsInstanceNotExistsError', 'Access Grants Instance does not exist');
}

function list<Entry>(
  call: Call,
  operation: string,
  name: string,
  entries: ReadonlyMap<string, Entry>,
  render: (entry: Entry, instanceArn: string) => string,
): EmulatorResponse {
  const arn = instance(call);
  const from = Number(call.query.get('nextToken') ?? 0);
  const page = [...entries.values()].slice(from, from + PAGE).map((entry) => element(name, render(entry, arn)));
  const next = from + PAGE < entries.size ? element('NextToken', String(from + PAGE)) : '';
  return success(element(`${operation}Result`, `${next}${element(`${name.replace(/s?$/, 's')}List`, page.join(''))}`));
}

function locationXml({ id, path, role }: StoredLocation, instanceArn: string): string {
  return [
    element('AccessGrantsLocationId', id),
    element('AccessGrantsLocationArn', `${instanceArn}/location/${id}`),
    element('LocationScope', xml(path)),
    element('IAMRoleArn', role),
  ].join('');
}

function grantXml({ id, locationId, scope }: StoredGrant, instanceArn: string): string {
  const grantee = `<GranteeType>IAM</GranteeType>${element('GranteeIdentifier', 'arn:aws:iam::123456789012:role/ada')}`;
  return [
    element('AccessGrantId', id),
    element('AccessGrantArn', `${instanceArn}/grant/${id}`),
    element('Grantee', grantee),
    element('Permission', 'READ'),
    element('AccessGrantsLocationId', locationId),
    element('GrantScope', xml(scope)),
  ].join('');
}

function createLocation(call: Call): EmulatorResponse {
  const arn = instance(call);
  const { account, body } = call;
  const path = inside(body, 'LocationScope');
  const role = inside(body, 'IAMRoleArn');
  if ([...account.locations.values()].some((each) => each.path === path)) {
    throw new Refusal(
      409,
      'AccessGrantsLocationAlreadyExistsError',
      'The specified access grants location already exists',
    );
  }
  if (![...account.roles.values()].some((each) => each.arn === role)) {
    throw new Refusal(400, 'InvalidIamRole', 'The specified IAM Role is invalid');
  }
  const tags = [...body.matchAll(/<Tag><Key>(.*?)<\/Key><Value>(.*?)<\/Value><\/Tag>/g)];
  const location = {
    id: randomUUID(),
    path,
    role,
    tags: Object.fromEntries(tags.map(([, key, value]) => [key, value])),
  };
  account.locations.set(location.id, location);
  return success(element('CreateAccessGrantsLocationResult', locationXml(location, arn)));
}

/** Returns the grants that a request sees. */
function visibleGrants({ account }: Call): ReadonlyMap<string, StoredGrant> {
  const seen = new Map(account.grants);
  for (const [grant, until] of account.removedGrants) if (until > Date.now()) seen.set(grant.id, grant);
  return seen;
}

function deleteLocation(call: Call, id: string): EmulatorResponse {
  const { account } = call;
  if ([...visibleGrants(call).values()].some((grant) => grant.locationId === id)) {
    const message = 'Please clean up access grants before deleting access grants location';
    throw new Refusal(400, 'AccessGrantsLocationNotEmptyError', message);
  }
  if (account.locations.delete(id)) return { status: 204, body: '' };
  throw new Refusal(404, 'NoSuchAccessGrantsLocationError', 'The specified access grants location does not exist');
}

function inside(body: string, name: string): string {
  const [, text = ''] = new RegExp(`<${name}>(.*?)</${name}>`, 's').exec(body) ?? [];
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}
