import { isWebUrl, PortcullisError, refuseUnknownOptions } from '@portcullis/plugin-api';
import type { DatabricksOptions } from './databricks-options.ts';

/** The options of the plugin, with defaults. */
export interface Settings {
  readonly endpoint: string | undefined;
  readonly identityProviders: readonly string[];
  readonly proxy: string | undefined;
  readonly certificateAuthorities: readonly string[];
  readonly requestTimeoutMs: number;
}

const LOOPBACK: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];
const DEFAULT_REQUEST_TIMEOUT_MS = 60_000;

/**
 * Fills in the defaults of the options.
 *
 * @throws PortcullisError `OPTIONS_INVALID` for an option that does not exist, for an endpoint that is not on this machine, for a proxy that is not a URL,
 * and for a time-out that is not a positive whole number.
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
  if (endpoint !== undefined && !isLoopback(endpoint)) {
    throw invalid(
      'databricks() got an endpoint that is not on this machine.',
      'Leave it out, or use http://127.0.0.1:<port>.',
    );
  }
  if (proxy !== undefined && !isWebUrl(proxy)) {
    throw invalid(
      'databricks() got a proxy that is not a URL.',
      'Use an http or https URL, with %25 for a percent sign in its password.',
    );
  }
  if (!Number.isInteger(requestTimeoutMs) || requestTimeoutMs <= 0) {
    throw invalid('databricks() got a requestTimeoutMs that is not a positive whole number.', 'Give milliseconds.');
  }
  return {
    endpoint: endpoint?.replace(/\/$/, ''),
    identityProviders: options.identityProviders ?? [],
    proxy,
    certificateAuthorities: options.certificateAuthorities ?? [],
    requestTimeoutMs,
  };
}

function isLoopback(address: string): boolean {
  return isWebUrl(address) && LOOPBACK.includes(URL.parse(address)?.hostname ?? '');
}

function invalid(message: string, help: string): PortcullisError {
  return new PortcullisError({ code: 'OPTIONS_INVALID', message, help });
}
