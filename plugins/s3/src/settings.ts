import { isWebUrl, PortcullisError, refuseUnknownOptions } from '@portcullis/plugin-api';
import type { Endpoints, S3Options } from './s3-options.ts';

/** The options of the plugin, with defaults. */
export interface Settings extends Pick<S3Options, 'endpoints' | 'hostCredentials' | 'connect'> {
  readonly proxy: string | undefined;
  readonly certificateAuthorities: readonly string[];
  readonly requestTimeoutMs: number;
}

const LOOPBACK: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];

const SERVICES: readonly (keyof Endpoints)[] = ['sts', 'iam', 's3', 's3Control'];

const DEFAULT_REQUEST_TIMEOUT_MS = 30_000;

/**
 * Fills in the defaults of the options.
 *
 * @throws PortcullisError `OPTIONS_INVALID` for an option that does not exist, for an address that is not loopback, for a proxy that is not a URL, and for a time-out that is not a positive
 * whole number.
 */
export function settingsOf(options: S3Options): Settings {
  refuseUnknownOptions('s3()', options, {
    endpoints: null,
    hostCredentials: null,
    connect: null,
    proxy: null,
    certificateAuthorities: null,
    requestTimeoutMs: null,
  });
  const { endpoints, proxy, certificateAuthorities = [], requestTimeoutMs = DEFAULT_REQUEST_TIMEOUT_MS } = options;
  for (const service of SERVICES) {
    if (!endpoints || isLoopback(endpoints[service])) continue;
    throw invalid(`s3() got an address for "${service}" that is not loopback.`, 'Leave endpoints out.');
  }
  if (proxy !== undefined && !isWebUrl(proxy)) {
    throw invalid(
      's3() got a proxy that is not a URL.',
      'Use an http or https URL, with %25 for a percent sign in its password.',
    );
  }
  if (!Number.isInteger(requestTimeoutMs) || requestTimeoutMs <= 0) {
    throw invalid('s3() got a requestTimeoutMs that is not a positive whole number.', 'Give milliseconds.');
  }
  return { ...options, proxy, certificateAuthorities, requestTimeoutMs };
}

function isLoopback(address: string): boolean {
  return URL.canParse(address) && LOOPBACK.includes(new URL(address).hostname);
}

function invalid(message: string, help: string): PortcullisError {
  return new PortcullisError({ code: 'OPTIONS_INVALID', message, help });
}
