import { refuseUnknownOptions } from '@portcullis/plugin-api';
import { type LoadDriver, loadDriver } from './connection/driver.ts';
// @if oauth-client
import { type LoadSender, loadSender } from './connection/sender.ts';
// @end

/** The options of this plugin for its host. Each has a default. */
export interface PluginOptions {
  /** `off` sends passwords in clear text, for tests on this machine only. @default verified */
  readonly tls?: 'verified' | 'off';
  /** Certificates (PEM) to trust in addition to those of Node. @default none */
  readonly certificateAuthorities?: readonly string[];
  /** `allowed` permits hosts that resolve to this machine, for tests. @default refused */
  readonly localHosts?: 'refused' | 'allowed';
  // @if oauth-client
  /** Hosts to which client secrets may be sent; `.example.com` means every host below. @default none */
  readonly identityProviders?: readonly string[];
  /** Loads the sender of requests for access tokens. @default the sender of @portcullis/plugin-network */
  readonly send?: LoadSender;
  // @end
  /** Loads the driver. @default `pg`, imported on the first connection */
  readonly driver?: LoadDriver;
}

/** The options with their defaults. */
export type Settings = Required<PluginOptions>;

/** The names of all options. */
const OPTION_NAMES: Readonly<Record<keyof PluginOptions, null>> = {
  tls: null,
  certificateAuthorities: null,
  localHosts: null,
  // @if oauth-client
  identityProviders: null,
  send: null,
  // @end
  driver: null,
};

/**
 * Fills in the defaults.
 *
 * @throws PortcullisError `OPTIONS_INVALID` for an option that does not exist.
 */
export function settingsOf(options: PluginOptions): Settings {
  refuseUnknownOptions('lightHouse()', options, OPTION_NAMES);
  return {
    tls: options.tls ?? 'verified',
    certificateAuthorities: options.certificateAuthorities ?? [],
    localHosts: options.localHosts ?? 'refused',
    // @if oauth-client
    identityProviders: options.identityProviders ?? [],
    send: options.send ?? loadSender,
    // @end
    driver: options.driver ?? loadDriver,
  };
}
