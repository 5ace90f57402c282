import type { ClientSetupFile, ClientSetupRequest } from '@portcullis/plugin-api';
import { propertiesFile } from './java-properties.ts';
import { trinoVersion } from './trino-versions.ts';

/** The environment variable with the key for the cluster. */
const KEY_VARIABLE = 'PORTCULLIS_TRINO_KEY';

/**
 * The number of decisions that may wait for a connection. For a list of columns, Trino sends one request for each table of the catalog at
 * once; with its default of 1,024, a query of `information_schema.columns` fails in a catalog with more tables (trinodb/trino#25628).
 */
const MAX_QUEUED_DECISIONS = '100000';

/**
 * Returns the files for the coordinator.
 *
 * The key is a segment of the path: Trino's Open Policy Agent client has no setting for request headers
 * (trinodb/trino#27022). The key comes from the environment, so that the properties file contains no secret. Request
 * logging is switched off, because it would log the address.
 *
 * @throws TypeError when the base URL is not an http or https address, or the version is not one of `TRINO_VERSIONS`.
 */
export function clientFiles(
  { baseUrl, key, integrationId, version }: ClientSetupRequest,
  decisionPath: string,
): readonly ClientSetupFile[] {
  const base = `${originOf(baseUrl)}${decisionPath}`;
  const { title, decisions, limitation } = trinoVersion(version);
  const addresses = decisions.map(({ property, segment }) => ({
    name: property,
    value: `${base}/\${ENV:${KEY_VARIABLE}}/${segment}`,
  }));
  return [
    {
      path: 'etc/access-control.properties',
      language: 'properties',
      content: propertiesFile(
        [
          `Access decisions come from the service of integration ${integrationId}. For ${title}.`,
          ...(limitation ? [limitation] : []),
          `The key is read from the environment variable ${KEY_VARIABLE}.`,
        ],
        [
          { name: 'access-control.name', value: 'opa' },
          ...addresses,
          { name: 'opa.http-client.max-requests-queued-per-destination', value: MAX_QUEUED_DECISIONS },
          { name: 'opa.log-requests', value: 'false' },
        ],
      ),
      note: 'Put it on the coordinator and restart Trino: access control is read at start. With several access controls, list the file in access-control.config-files instead. The host answers requests for decisions at these addresses. Set up the host first, since a cluster without responses denies every access.',
    },
    {
      path: 'etc/portcullis.env',
      language: 'properties',
      content: `${KEY_VARIABLE}=${key}\n`,
      note: 'Set it for the coordinator process (EnvironmentFile of systemd, envFrom of Kubernetes), and make it readable by that process only.',
    },
  ];
}

function originOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '') {
    throw new TypeError('The base URL must be an http or https address without a user name.');
  }
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}`;
}
