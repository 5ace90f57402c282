import { isWebUrl, PortcullisError, refuseUnknownOptions } from '@portcullis/plugin-api';
import { loadPostgresDriver } from './connection/driver.ts';
import type { Settings } from './connection-settings.ts';
import { ENGINES } from './engine.ts';
import type { RedshiftOptions } from './redshift-options.ts';

const LOOPBACK: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];
const DEFAULT_STATEMENT_TIMEOUT_MS = 300_000;

/**
 * Fills in the defaults of the options.
 *
 * @throws PortcullisError `OPTIONS_INVALID` for an option that does not exist, for an unknown engine, for TLS switched off or local ports on Amazon
 * Redshift, for an endpoint that is not loopback, a proxy that is not a URL, and a time-out that is not a positive
 * whole number.
 */
export function settingsOf(options: RedshiftOptions): Settings {
  refuseUnknownOptions('redshift()', options, {
    engine: null,
    tls: null,
    localPorts: null,
    proxy: null,
    certificateAuthorities: null,
    statementTimeoutMs: null,
    driver: null,
    identityProviders: null,
    endpoints: null,
    aws: null,
  });
  const { engine = 'redshift', tls, proxy, statementTimeoutMs = DEFAULT_STATEMENT_TIMEOUT_MS } = options;
  if (!Object.hasOwn(ENGINES, engine)) {
    throw invalid(`redshift() got the engine "${engine}".`, `Use one of: ${Object.keys(ENGINES).join(', ')}.`);
  }
  if (engine === 'redshift' && tls === 'off') {
    throw invalid('redshift() got tls: "off" for Amazon Redshift.', 'Leave tls out: connections there are verified.');
  }
  if (engine === 'redshift' && options.localPorts !== undefined) {
    throw invalid('redshift() got localPorts for Amazon Redshift.', 'Leave them out: no cluster runs on this machine.');
  }
  if (proxy !== undefined && !isWebUrl(proxy)) {
    throw invalid(
      'redshift() got a proxy that is not a URL.',
      'Use an http or https URL, with %25 for a percent sign in its password.',
    );
  }
  if (!Number.isInteger(statementTimeoutMs) || statementTimeoutMs <= 0) {
    throw invalid('redshift() got a statementTimeoutMs that is not a positive whole number.', 'Give milliseconds.');
  }
  const { endpoints, certificateAuthorities = [] } = options;
  for (const [service, address] of Object.entries(endpoints ?? {})) {
    if (isLoopback(address)) continue;
    throw invalid(`redshift() got an address for "${service}" that is not loopback.`, 'Leave endpoints out.');
  }
  return {
    engine,
    tls,
    localPorts: options.localPorts ?? (engine === 'postgresql' ? 'all' : []),
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

function isLoopback(address: string): boolean {
  return LOOPBACK.includes(URL.parse(address)?.hostname ?? '');
}

function invalid(message: string, help: string): PortcullisError {
  return new PortcullisError({ code: 'OPTIONS_INVALID', message, help });
}
