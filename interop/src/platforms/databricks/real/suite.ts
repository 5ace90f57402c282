/**
 * Tests the Databricks plugin in a real workspace, with a separate catalog that must not exist yet. It removes all
 * objects that it created, also after a failure. interop/README.md lists its variables.
 *
 * Run it with `pnpm --filter @portcullis/interop run databricks:real`.
 */
import { databricks } from '@portcullis/plugin-databricks';
import { type Read, type RealSuite, runRealSuite } from '../../../shared/run-real-suite.ts';

function signIn(read: Read): object {
  const clientId = read('CLIENT_ID');
  if (clientId === undefined) return { authenticationType: 'token', token: read('TOKEN') };
  return {
    authenticationType: 'oAuthM2M',
    oAuthClientConfig: { clientId, clientSecret: read('CLIENT_SECRET'), scope: 'all-apis' },
  };
}

/** A set-up by a service principal, and an edit that excludes a group. */
export const DATABRICKS: RealSuite = {
  plugin: databricks(process.env.PORTCULLIS_DATABRICKS_PROXY ? { proxy: process.env.PORTCULLIS_DATABRICKS_PROXY } : {}),
  prefix: 'PORTCULLIS_DATABRICKS_',
  variables: {
    WORKSPACE_URL: 'the host of the workspace',
    HTTP_PATH: 'the HTTP path of a SQL warehouse that the service principal may use',
    TOKEN: 'a token of a service principal that has CREATE CATALOG on the metastore',
    CLIENT_ID: 'instead of it: the application id of the service principal',
    CLIENT_SECRET: 'and its OAuth secret',
    CATALOG: 'the new catalog; `portcullis_trial` without it',
    MANAGED_LOCATION: 'where the catalog keeps its data, where the metastore has no place for it',
    DENY_GROUP: 'a group of the account to exclude in the edit; no edit without it',
    AUDIT: '`true` also tries the system tables',
    PROXY: 'the URL of an HTTP proxy',
  },
  needed: (read) => ['WORKSPACE_URL', 'HTTP_PATH', ...(read('CLIENT_ID') ? ['CLIENT_SECRET'] : ['TOKEN'])],
  config: (read) => ({
    workspaceUrl: read('WORKSPACE_URL'),
    httpPath: read('HTTP_PATH'),
    catalog: read('CATALOG') ?? 'portcullis_trial',
    ...(read('MANAGED_LOCATION') ? { managedLocation: read('MANAGED_LOCATION') } : {}),
    ...(read('AUDIT') === 'true' ? { audit: { enabled: true } } : {}),
    ...signIn(read),
  }),
  edit: (read) => {
    const deny = read('DENY_GROUP');
    return deny === undefined ? undefined : { groupPattern: { deny } };
  },
  // A stopped warehouse on the customer's machines takes minutes to start.
  validationBudgetMs: 600_000,
};

if (import.meta.main) await runRealSuite(DATABRICKS);
