import type { Agent } from 'node:https';
import type { AwsCredentials, HostCredentials } from './aws-calls.ts';

/** The settings of every client of the SDK. */
export interface ClientSettings {
  readonly region: string;
  /** @default the default chain of the SDK */
  readonly credentials?: AwsCredentials | HostCredentials;
  readonly requestTimeoutMs: number;
  /** Creates the agent for the connections. @default that of the SDK */
  readonly createAgent?: (() => Agent) | undefined;
}

/** Limit for connecting, in milliseconds. */
const CONNECTION_TIMEOUT_MS = 10_000;

/**
 * Returns the common configuration of clients.
 *
 * @param maxAttempts - 1 for calls that must not be retried by the SDK: a second creation of a location conflicts
 * with the first.
 */
export function clientConfig({ region, credentials, createAgent, ...settings }: ClientSettings, maxAttempts = 3) {
  return {
    region,
    maxAttempts,
    requestHandler: requestHandlerOf(settings, createAgent?.()),
    ...(credentials ? { credentials } : {}),
  };
}

/** Returns the limits of requests, and the agent for their connections if it is not that of the SDK. */
export function requestHandlerOf({ requestTimeoutMs }: Pick<ClientSettings, 'requestTimeoutMs'>, agent?: Agent) {
  return {
    requestTimeout: requestTimeoutMs,
    throwOnRequestTimeout: true,
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    ...(agent ? { httpsAgent: agent } : {}),
  };
}
