import { classifyError } from '../failures/classify-error.ts';
import type { AwsCalls, Grant, GrantsLocation } from './aws-calls.ts';
import { type ClientSettings, clientConfig } from './client-settings.ts';
import { hasErrorCode } from './has-error-code.ts';

/** Entries of one page. Source: S3 API reference, "ListAccessGrantsLocations". */
const PAGE_SIZE = 1_000;

type GrantsCalls = Pick<
  AwsCalls,
  'instance' | 'locations' | 'registerLocation' | 'deregisterLocation' | 'grants' | 'deleteGrant' | 'tags'
>;

/** Creates the calls of S3 Access Grants. Source: S3 API reference, "Actions, Amazon S3 Control". */
export async function createGrantsCalls(
  settings: ClientSettings,
  endpoint: string | undefined,
  AccountId: string,
): Promise<GrantsCalls & { close(): void }> {
  const sdk = await import('@aws-sdk/client-s3-control');
  // With the option `endpoint`, the SDK would prefix the host name with the account.
  const endpointOptions = endpoint ? { endpointProvider: () => ({ url: new URL(endpoint) }) } : {};
  const reader = new sdk.S3ControlClient({ ...clientConfig(settings), ...endpointOptions });
  const writer = new sdk.S3ControlClient({ ...clientConfig(settings, 1), ...endpointOptions });
  return {
    async instance(abortSignal) {
      try {
        const found = await reader.send(new sdk.GetAccessGrantsInstanceCommand({ AccountId }), { abortSignal });
        return found.AccessGrantsInstanceArn;
      } catch (error) {
        if (hasErrorCode(error, 'AccessGrantsInstanceNotExistsError')) return undefined;
        throw error;
      }
    },
    async locations(abortSignal) {
      const found: GrantsLocation[] = [];
      let NextToken: string | undefined;
      do {
        const command = new sdk.ListAccessGrantsLocationsCommand({ AccountId, MaxResults: PAGE_SIZE, NextToken });
        const page = await reader.send(command, { abortSignal });
        for (const each of page.AccessGrantsLocationsList ?? []) {
          found.push({
            id: String(each.AccessGrantsLocationId),
            arn: String(each.AccessGrantsLocationArn),
            path: String(each.LocationScope),
            role: String(each.IAMRoleArn),
          });
        }
        NextToken = page.NextToken;
      } while (NextToken);
      return found;
    },
    async registerLocation({ path, role, tags }, abortSignal) {
      const Tags = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
      const input = { AccountId, LocationScope: path, IAMRoleArn: role, Tags };
      const created = await writer.send(new sdk.CreateAccessGrantsLocationCommand(input), { abortSignal });
      return { id: String(created.AccessGrantsLocationId), arn: String(created.AccessGrantsLocationArn) };
    },
    async deregisterLocation(AccessGrantsLocationId, abortSignal) {
      const command = new sdk.DeleteAccessGrantsLocationCommand({ AccountId, AccessGrantsLocationId });
      await writer.send(command, { abortSignal });
    },
    async grants(abortSignal) {
      const found: Grant[] = [];
      let NextToken: string | undefined;
      do {
        const command = new sdk.ListAccessGrantsCommand({ AccountId, MaxResults: PAGE_SIZE, NextToken });
        const page = await reader.send(command, { abortSignal });
        for (const each of page.AccessGrantsList ?? []) {
          found.push({
            id: String(each.AccessGrantId),
            arn: String(each.AccessGrantArn),
            locationId: String(each.AccessGrantsLocationId),
            scope: String(each.GrantScope),
            grantee: String(each.Grantee?.GranteeIdentifier),
            permission: String(each.Permission),
          });
        }
        NextToken = page.NextToken;
      } while (NextToken);
      return found;
    },
    async deleteGrant(AccessGrantId, abortSignal) {
      await writer.send(new sdk.DeleteAccessGrantCommand({ AccountId, AccessGrantId }), { abortSignal });
    },
    async tags(ResourceArn, abortSignal) {
      const command = new sdk.ListTagsForResourceCommand({ AccountId, ResourceArn });
      try {
        const { Tags = [] } = await reader.send(command, { abortSignal });
        return Object.fromEntries(Tags.map(({ Key, Value }) => [String(Key), String(Value)]));
      } catch (error) {
        if (classifyError(error)?.class === 'not-found') return undefined;
        throw error;
      }
    },
    close() {
      reader.destroy();
      writer.destroy();
    },
  };
}
