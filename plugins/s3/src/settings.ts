import {
  refuseInvalidTimeouts,
  refuseInvalidUrls,
  refuseRemoteAddresses,
  refuseUnknownOptions,
} from '@portcullis/plugin-api';
import type { HostCredentials } from './connection/aws-calls.ts';
import type { Endpoints, S3Options } from './s3-options.ts';

/** The options of the plugin, with defaults. */
export interface Settings extends Pick<S3Options, 'endpoints' | 'connect'> {
  readonly hostCredentials: HostCredentials | undefined;
  /** True if integrations may not use the host's credentials. */
  readonly refusesAuto: boolean;
  readonly proxy: string | undefined;
  readonly certificateAuthorities: readonly string[];
  readonly requestTimeoutMs: number;
}

const SERVICES: readonly (keyof Endpoints)[] = ['sts', 'iam', 's3', 's3Control'];

const DEFAULT_REQUEST_TIMEOUT_MS = 30_000;

/**
 * Fills in the defaults of the options.
 *
 * @throws PortcullisError `OPTIONS_INVALID` for an option that does not exist or is not valid.
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
  if (endpoints) {
    refuseRemoteAddresses('s3()', Object.fromEntries(SERVICES.map((service) => [service, endpoints[service]])));
  }
  refuseInvalidUrls('s3()', { proxy });
  refuseInvalidTimeouts('s3()', { requestTimeoutMs });
  return {
    ...options,
    hostCredentials: options.hostCredentials || undefined,
    refusesAuto: options.hostCredentials === false,
    proxy,
    certificateAuthorities,
    requestTimeoutMs,
  };
}
