import { type LoadDriver, loadDriver } from './connection/driver.ts';

/** What a host may decide about this plugin. Everything has a default. */
export interface PluginOptions {
  /** `off` sends passwords in clear: for trials on this machine alone. @default verified */
  readonly tls?: 'verified' | 'off';
  /** Certificates (PEM) to trust besides those of Node. @default none */
  readonly certificateAuthorities?: readonly string[];
  // @if oauth-client
  /** Hosts that client secrets may be sent to; `.example.com` means every host below. @default none */
  readonly identityProviders?: readonly string[];
  /** Sends the requests for access tokens. @default the one of Node */
  readonly fetch?: typeof fetch;
  // @end
  /** Brings the driver. @default `pg`, imported on the first connection */
  readonly driver?: LoadDriver;
}

/** The options with their defaults. */
export type Settings = Required<PluginOptions>;

/** Fills in the defaults. */
export function settingsOf(options: PluginOptions): Settings {
  return {
    tls: 'verified',
    certificateAuthorities: [],
    // @if oauth-client
    identityProviders: [],
    fetch: globalThis.fetch,
    // @end
    driver: loadDriver,
    ...options,
  };
}
