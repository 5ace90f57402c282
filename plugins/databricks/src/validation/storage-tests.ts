import { failed, ident, passed, sql } from '@portcullis/plugin-api';
import { type DatabricksTest, SERVICE, TEST_IDS } from './databricks-test.ts';

/**
 * The test, before an automatic set-up, that the catalog may be stored in the location of the config. Source: "CREATE
 * CATALOG", MANAGED LOCATION.
 */
export const managedStorageAllowed: DatabricksTest = {
  id: 'managed-storage',
  name: 'Validate Automatic: Service Principal May Store a Catalog in the Managed Location',
  description: 'Looks for the external location around managedLocation, and for CREATE MANAGED STORAGE on it.',
  operations: ['create'],
  modes: ['automatic'],
  phase: 'prerequisite',
  mandatory: true,
  dependsOn: [TEST_IDS.metastore],
  when: ({ managedLocation }) => managedLocation !== undefined || { reason: 'managedLocation is not set.' },
  on: SERVICE,
  async run({ session, config: { managedLocation: url = '' }, signal }) {
    const principal = await session.principal(signal);
    const runAs = 'the owner of the external location, or a metastore admin';
    // A principal without a privilege on a location does not see it, so only another account can find its name.
    const containing = (await session.externalLocations(signal)).filter((location) =>
      containsLocation(location.url, url),
    );
    if (containing.length === 0) {
      return failed(
        `The service principal ${principal} has no privilege on an external location that contains ${url}.`,
        {
          failureClass: 'missing-grant',
          remediation: {
            statements: [
              `Find the external location that contains ${url} (SHOW EXTERNAL LOCATIONS), or create one. Then: GRANT CREATE MANAGED STORAGE ON EXTERNAL LOCATION <name> TO \`${principal}\``,
            ],
            runAs,
          },
        },
      );
    }
    const identities = await session.identities(signal);
    for (const { name, owner } of containing) {
      const storage = { on: 'external_location', name, anyOf: ['CREATE_MANAGED_STORAGE', 'ALL_PRIVILEGES'] } as const;
      if (identities.has(owner) || (await session.holds(storage, principal, signal))) {
        return passed([{ location: name }]);
      }
    }
    const names = containing.map(({ name }) => name);
    return failed(`The service principal ${principal} may not store a catalog in ${names.join(', ')}.`, {
      failureClass: 'missing-grant',
      remediation: {
        statements: names.map(
          (name) => sql`GRANT CREATE MANAGED STORAGE ON EXTERNAL LOCATION ${ident(name)} TO ${ident(principal)}`,
        ),
        runAs,
      },
    });
  },
};

/** Returns whether a location equals another one, or is inside it. */
function containsLocation(outer: string, inner: string): boolean {
  const bare = (url: string): string => `${url.replace(/\/+$/, '')}/`;
  return outer !== '' && bare(inner).startsWith(bare(outer));
}
