import {
  invalidOption,
  refuseInvalidTimeouts,
  refuseInvalidUrls,
  refuseRemoteAddresses,
  refuseUnknownOptions,
} from '@portcullis/plugin-api';
import { loadPostgresDriver } from './connection/driver.ts';
import type { Settings } from './connection-settings.ts';
import { ENGINES } from './engine.ts';
import type { RedshiftOptions } from './redshift-options.ts';

const DEFAULT_STATEMENT_TIMEOUT_MS = 300_000;

/**
 * Fills in the defaults of the options.
 *
 * @throws PortcullisError `OPTIONS_INVALID` for an option that does not exist or is not valid.
 */
export function settingsOf(options: RedshiftOptions): Settings {
  refuseUnknownOptions('redshift()', options, {
    engine: null,
    tls: null,
    localPorts: null,
    publicAddressesOnly: null,
    proxy: null,
    certificateAuthorities: null,
    statementTimeoutMs: null,
    driver: null,
    identityProviders: null,
    endpoints: null,
    aws: null,
  });
  const { engine = 'redshift', tls, proxy, statementTimeoutMs = DEFAULT_STATEMENT_TIMEOUT_MS } = options;
  const { publicAddressesOnly = false } = options;
  if (!Object.hasOwn(ENGINES, engine)) {
    throw invalidOption(`redshift() got the engine "${engine}".`, `Use one of: ${Object.keys(ENGINES).join(', ')}.`);
  }
  if (engine === 'redshift' && tls === 'off') {
    throw invalidOption(
      'redshift() got tls: "off" for Amazon Redshift.',
      'Leave tls out: connections there are verified.',
    );
  }
  if (engine === 'redshift' && options.localPorts !== undefined) {
    throw invalidOption(
      'redshift() got localPorts for Amazon Redshift.',
      'Leave them out: no cluster runs on this machine.',
    );
  }
  refuseInvalidUrls('redshift()', { proxy });
  refuseInvalidTimeouts('redshift()', { statementTimeoutMs });
  const { endpoints, certificateAuthorities = [] } = options;
  refuseRemoteAddresses('redshift()', { ...endpoints });
  return {
    engine,
    tls,
    localPorts: options.localPorts ?? (engine === 'postgresql' && !publicAddressesOnly ? 'all' : []),
    publicAddressesOnly,
    proxy,
    certificateAuthorities,
    statementTimeoutMs,
    driver: options.driver ?? loadPostgresDriver,
    identityProviders: options.identityProviders ?? [],
    endpoints,
    // Each call imports its client of the SDK, so that only the used clients must be installed.
    aws:
      options.aws ??
      (async () =>
        (await import('./connection/federation/sdk-calls.ts')).sdkCalls({ endpoints, proxy, certificateAuthorities })),
  };
}
