import { isWebUrl, PortcullisError, refuseUnknownOptions } from '@portcullis/plugin-api';
import { type LoadDriver, loadSnowflakeSdk } from './connection/driver/driver.ts';
import type { SnowflakeOptions } from './snowflake-options.ts';

/** The options of the plugin, with defaults. */
export interface Settings {
  readonly transport: 'auto' | 'driver' | 'rest';
  readonly endpoint: string | undefined;
  readonly identityProviders: readonly string[];
  readonly proxy: string | undefined;
  readonly certificateAuthorities: readonly string[];
  readonly statementTimeoutMs: number;
  readonly driver: LoadDriver;
}

const TRANSPORTS: readonly string[] = ['auto', 'driver', 'rest'];
const DEFAULT_STATEMENT_TIMEOUT_MS = 300_000;

/**
 * Fills in the defaults of the options.
 *
 * @throws PortcullisError `OPTIONS_INVALID` for an option that does not exist, for an unknown transport, an endpoint or proxy that is not a URL, and a
 * time-out that is not a positive whole number.
 */
export function settingsOf(options: SnowflakeOptions): Settings {
  refuseUnknownOptions('snowflake()', options, {
    transport: null,
    endpoint: null,
    identityProviders: null,
    proxy: null,
    certificateAuthorities: null,
    statementTimeoutMs: null,
    driver: null,
  });
  const { transport = 'auto', endpoint, proxy, statementTimeoutMs = DEFAULT_STATEMENT_TIMEOUT_MS } = options;
  if (!TRANSPORTS.includes(transport)) {
    throw invalid(`snowflake() got the transport "${transport}".`, `Use one of: ${TRANSPORTS.join(', ')}.`);
  }
  for (const [name, value] of Object.entries({ endpoint, proxy })) {
    if (value !== undefined && !isWebUrl(value)) {
      throw invalid(
        `snowflake() got a value for "${name}" that is not a URL.`,
        'Use an http or https URL, with %25 for a percent sign in its password.',
      );
    }
  }
  if (!Number.isInteger(statementTimeoutMs) || statementTimeoutMs <= 0) {
    throw invalid('snowflake() got a statementTimeoutMs that is not a positive whole number.', 'Give milliseconds.');
  }
  return {
    transport,
    endpoint: endpoint?.replace(/\/$/, ''),
    identityProviders: options.identityProviders ?? [],
    proxy,
    certificateAuthorities: options.certificateAuthorities ?? [],
    statementTimeoutMs,
    driver: options.driver ?? loadSnowflakeSdk,
  };
}

function invalid(message: string, help: string): PortcullisError {
  return new PortcullisError({ code: 'OPTIONS_INVALID', message, help });
}
