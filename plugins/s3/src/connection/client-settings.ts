import type { AwsCredentials, HostCredentials } from './aws-calls.ts';

/** The settings of every client of the SDK. */
export interface ClientSettings {
  readonly region: string;
  /** Left out: the default chain of the SDK. */
  readonly credentials?: AwsCredentials | HostCredentials;
  readonly requestTimeoutMs: number;
}

/** Milliseconds for making a connection. */
const CONNECTION_TIMEOUT_MS = 10_000;

/**
 * The configuration that clients share.
 *
 * @param maxAttempts - 1 for calls that must not be retried by the SDK: a second creation of a location conflicts
 * with the first.
 */
export function clientConfig({ region, credentials, requestTimeoutMs }: ClientSettings, maxAttempts = 3) {
  return {
    region,
    maxAttempts,
    requestHandler: {
      requestTimeout: requestTimeoutMs,
      throwOnRequestTimeout: true,
      connectionTimeout: CONNECTION_TIMEOUT_MS,
    },
    ...(credentials ? { credentials } : {}),
  };
}
