import { refuseUnknownOptions } from '@portcullis/plugin-api';
import { type LoadDriver, loadDriver } from './connection/driver.ts';

/** Options of this plugin that a host may set. Every option has a default. */
export interface PluginOptions {
  /** `off` sends passwords in clear text, for tests on this machine only. @default verified */
  readonly tls?: 'verified' | 'off';
  /** Certificates (PEM) to trust in addition to those of Node. @default none */
  readonly certificateAuthorities?: readonly string[];
  /** The policy for hosts that resolve to this machine; `allowed` is for local tests. @default refused */
  readonly localHosts?: 'refused' | 'allowed';
  /** Loads the driver. @default `mysql2`, imported on the first connection */
  readonly driver?: LoadDriver;
}

/** The options with their defaults. */
export type Settings = Required<PluginOptions>;

/** The names of all options. */
const OPTION_NAMES: Readonly<Record<keyof PluginOptions, null>> = {
  tls: null,
  certificateAuthorities: null,
  localHosts: null,
  driver: null,
};

/**
 * Fills in the defaults.
 *
 * @throws PortcullisError `OPTIONS_INVALID` for an option that does not exist.
 */
export function settingsOf(options: PluginOptions): Settings {
  refuseUnknownOptions('mariadb()', options, OPTION_NAMES);
  return {
    tls: options.tls ?? 'verified',
    certificateAuthorities: options.certificateAuthorities ?? [],
    localHosts: options.localHosts ?? 'refused',
    driver: options.driver ?? loadDriver,
  };
}
