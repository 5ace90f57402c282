import { type LoadDriver, loadDriver } from './connection/driver.ts';

/** What a host may decide about this plugin. Everything has a default. */
export interface PluginOptions {
  /** `off` sends passwords in clear: for trials on this machine alone. @default verified */
  readonly tls?: 'verified' | 'off';
  /** Certificates (PEM) to trust besides those of Node. @default none */
  readonly certificateAuthorities?: readonly string[];
  /** Whether hosts may lead to the machine that this runs on: for trials. @default refused */
  readonly localHosts?: 'refused' | 'allowed';
  /** Brings the driver. @default `mysql2`, imported on the first connection */
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
