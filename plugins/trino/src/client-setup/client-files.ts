import type { ClientSetupFile, ClientSetupRequest } from '@portcullis/plugin-api';
import { propertiesFile } from './java-properties.ts';

/** The environment variable from which the cluster takes the key. */
const KEY_VARIABLE = 'PORTCULLIS_KEY';

/**
 * The decisions the cluster asks for, by property. Row filters and column masks are asked for only when their property is
 * set.
 */
const DECISIONS = [
  { name: 'opa.policy.uri', decision: 'allow' },
  { name: 'opa.policy.batched-uri', decision: 'batch' },
  { name: 'opa.policy.row-filters-uri', decision: 'row-filters' },
  { name: 'opa.policy.column-masking-uri', decision: 'column-mask' },
] as const;

/**
 * The files to put on the coordinator.
 *
 * The key is a segment of the path: Trino's Open Policy Agent client has no setting for request headers
 * (trinodb/trino#27022). It comes from the environment, so that the properties file can be shown and shared, and request
 * logging is switched off, since it would write the address.
 *
 * @throws TypeError when the base URL is not an http or https address.
 */
export function clientFiles(
  { baseUrl, key, integrationId }: ClientSetupRequest,
  decisionPath: string,
): readonly ClientSetupFile[] {
  const base = `${originOf(baseUrl)}${decisionPath}`;
  const decisions = DECISIONS.map(({ name, decision }) => ({
    name,
    value: `${base}/\${ENV:${KEY_VARIABLE}}/${decision}`,
  }));
  return [
    {
      path: 'etc/access-control.properties',
      language: 'properties',
      content: propertiesFile(
        [
          `Access decisions come from the service of integration ${integrationId}.`,
          `The key is read from the environment variable ${KEY_VARIABLE}.`,
        ],
        [{ name: 'access-control.name', value: 'opa' }, ...decisions, { name: 'opa.log-requests', value: 'false' }],
      ),
      note: 'Put it on the coordinator and restart Trino: access control is read at start. With several access controls, list the file in access-control.config-files instead.',
    },
    {
      path: 'etc/portcullis.env',
      language: 'properties',
      content: `${KEY_VARIABLE}=${key}\n`,
      note: 'Give it to the process of the coordinator (EnvironmentFile of systemd, envFrom of Kubernetes), readable by nobody else.',
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
