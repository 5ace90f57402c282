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

/** Fills in the defaults. */
export function settingsOf(options: PluginOptions): Settings {
  return {
    tls: 'verified',
    certificateAuthorities: [],
    localHosts: 'refused',
    driver: loadDriver,
    ...options,
  };
}
