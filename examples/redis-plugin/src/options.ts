import { refuseUnknownOptions } from '@portcullis/plugin-api';
import { type LoadClient, loadClient } from './connection/client.ts';

/** The options of this plugin for its host. Each has a default. */
export interface PluginOptions {
  /** `off` sends passwords in clear text, for tests on this machine only. @default verified */
  readonly tls?: 'verified' | 'off';
  /** Certificates (PEM) to trust in addition to those of Node. @default none */
  readonly certificateAuthorities?: readonly string[];
  /** `allowed` permits hosts that resolve to this machine, for tests. @default refused */
  readonly localHosts?: 'refused' | 'allowed';
  /** Loads the client. @default `@redis/client`, imported on the first connection */
  readonly client?: LoadClient;
}

/** The options with their defaults. */
export type Settings = Required<PluginOptions>;

/** The names of all options. */
const OPTION_NAMES: Readonly<Record<keyof PluginOptions, null>> = {
  tls: null,
  certificateAuthorities: null,
  localHosts: null,
  client: null,
};

/**
 * Fills in the defaults.
 *
 * @throws PortcullisError `OPTIONS_INVALID` for an option that does not exist.
 */
export function settingsOf(options: PluginOptions): Settings {
  refuseUnknownOptions('redis()', options, OPTION_NAMES);
  return {
    tls: options.tls ?? 'verified',
    certificateAuthorities: options.certificateAuthorities ?? [],
    localHosts: options.localHosts ?? 'refused',
    client: options.client ?? loadClient,
  };
}
