import { isWebUrl, PortcullisError, refuseUnknownOptions } from '@portcullis/plugin-api';
import type { BigQueryOptions, Endpoints } from './bigquery-options.ts';
import { TOKEN_ADDRESS } from './config/service-account-key.ts';

/** The options of the plugin, with defaults. */
export interface Settings {
  readonly endpoints: Endpoints;
  readonly proxy: string | undefined;
  readonly certificateAuthorities: readonly string[];
  readonly requestTimeoutMs: number;
}

/** The addresses of the services. Sources: the "Service endpoint" sections of Google's REST references. */
const GOOGLE: Endpoints = {
  token: TOKEN_ADDRESS,
  bigquery: 'https://bigquery.googleapis.com',
  resourceManager: 'https://cloudresourcemanager.googleapis.com',
  iam: 'https://iam.googleapis.com',
};

const LOOPBACK: readonly string[] = ['127.0.0.1', '[::1]', 'localhost'];

const DEFAULT_REQUEST_TIMEOUT_MS = 60_000;

/**
 * Fills in the defaults of the options.
 *
 * @throws PortcullisError `OPTIONS_INVALID` for an option that does not exist, for an address that is neither Google's nor loopback, for a proxy
 * that is not a URL, and for a time-out that is
 * not a positive whole number.
 */
export function settingsOf(options: BigQueryOptions): Settings {
  refuseUnknownOptions('bigquery()', options, {
    endpoints: null,
    proxy: null,
    certificateAuthorities: null,
    requestTimeoutMs: null,
  });
  const {
    endpoints = GOOGLE,
    proxy,
    certificateAuthorities = [],
    requestTimeoutMs = DEFAULT_REQUEST_TIMEOUT_MS,
  } = options;
  for (const name of Object.keys(GOOGLE) as (keyof Endpoints)[]) {
    if (endpoints[name] === GOOGLE[name] || isLoopback(endpoints[name])) continue;
    throw invalid(`bigquery() got an address for "${name}" that is not loopback.`, 'Leave endpoints out.');
  }
  if (proxy !== undefined && !isWebUrl(proxy)) {
    throw invalid(
      'bigquery() got a proxy that is not a URL.',
      'Use an http or https URL, with %25 for a percent sign in its password.',
    );
  }
  if (!Number.isInteger(requestTimeoutMs) || requestTimeoutMs <= 0) {
    throw invalid('bigquery() got a requestTimeoutMs that is not a positive whole number.', 'Give milliseconds.');
  }
  return { endpoints, proxy, certificateAuthorities, requestTimeoutMs };
}

function isLoopback(address: string): boolean {
  return URL.canParse(address) && LOOPBACK.includes(new URL(address).hostname);
}

function invalid(message: string, help: string): PortcullisError {
  return new PortcullisError({ code: 'OPTIONS_INVALID', message, help });
}
