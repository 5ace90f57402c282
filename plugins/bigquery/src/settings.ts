import {
  refuseInvalidTimeouts,
  refuseInvalidUrls,
  refuseRemoteAddresses,
  refuseUnknownOptions,
} from '@portcullis/plugin-api';
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
const GOOGLE_ENDPOINTS: Endpoints = {
  token: TOKEN_ADDRESS,
  bigquery: 'https://bigquery.googleapis.com',
  resourceManager: 'https://cloudresourcemanager.googleapis.com',
  iam: 'https://iam.googleapis.com',
};

const DEFAULT_REQUEST_TIMEOUT_MS = 60_000;

/**
 * Fills in the defaults of the options.
 *
 * @throws PortcullisError `OPTIONS_INVALID` for an option that does not exist or is not valid.
 */
export function settingsOf(options: BigQueryOptions): Settings {
  refuseUnknownOptions('bigquery()', options, {
    endpoints: null,
    proxy: null,
    certificateAuthorities: null,
    requestTimeoutMs: null,
  });
  const {
    endpoints = GOOGLE_ENDPOINTS,
    proxy,
    certificateAuthorities = [],
    requestTimeoutMs = DEFAULT_REQUEST_TIMEOUT_MS,
  } = options;
  const replaced = (Object.keys(GOOGLE_ENDPOINTS) as (keyof Endpoints)[]).filter(
    (name) => endpoints[name] !== GOOGLE_ENDPOINTS[name],
  );
  refuseRemoteAddresses('bigquery()', Object.fromEntries(replaced.map((name) => [name, endpoints[name]])));
  refuseInvalidUrls('bigquery()', { proxy });
  refuseInvalidTimeouts('bigquery()', { requestTimeoutMs });
  return { endpoints, proxy, certificateAuthorities, requestTimeoutMs };
}
