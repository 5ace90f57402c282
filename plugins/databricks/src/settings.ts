import {
  refuseInvalidTimeouts,
  refuseInvalidUrls,
  refuseRemoteAddresses,
  refuseUnknownOptions,
} from '@portcullis/plugin-api';
import type { DatabricksOptions } from './databricks-options.ts';

/** The options of the plugin, with defaults. */
export interface Settings {
  readonly endpoint: string | undefined;
  readonly identityProviders: readonly string[];
  readonly proxy: string | undefined;
  readonly certificateAuthorities: readonly string[];
  readonly requestTimeoutMs: number;
}

const DEFAULT_REQUEST_TIMEOUT_MS = 60_000;

/**
 * Fills in the defaults of the options.
 *
 * @throws PortcullisError `OPTIONS_INVALID` for an option that does not exist or is not valid.
 */
export function settingsOf(options: DatabricksOptions): Settings {
  refuseUnknownOptions('databricks()', options, {
    endpoint: null,
    identityProviders: null,
    proxy: null,
    certificateAuthorities: null,
    requestTimeoutMs: null,
  });
  const { endpoint, proxy, requestTimeoutMs = DEFAULT_REQUEST_TIMEOUT_MS } = options;
  if (endpoint !== undefined) refuseRemoteAddresses('databricks()', { endpoint });
  refuseInvalidUrls('databricks()', { proxy });
  refuseInvalidTimeouts('databricks()', { requestTimeoutMs });
  return {
    endpoint: endpoint?.replace(/\/$/, ''),
    identityProviders: options.identityProviders ?? [],
    proxy,
    certificateAuthorities: options.certificateAuthorities ?? [],
    requestTimeoutMs,
  };
}
