import { invalidOption, refuseInvalidTimeouts, refuseInvalidUrls, refuseUnknownOptions } from '@portcullis/plugin-api';
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
 * @throws PortcullisError `OPTIONS_INVALID` for an option that does not exist or is not valid.
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
    throw invalidOption(`snowflake() got the transport "${transport}".`, `Use one of: ${TRANSPORTS.join(', ')}.`);
  }
  refuseInvalidUrls('snowflake()', { endpoint, proxy });
  refuseInvalidTimeouts('snowflake()', { statementTimeoutMs });
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
