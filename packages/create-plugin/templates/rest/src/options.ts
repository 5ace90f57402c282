import { refuseUnknownOptions } from '@portcullis/plugin-api';
import { type LoadSender, loadSender } from './connection/sender.ts';

/** The options of this plugin for its host. Each has a default. */
export interface PluginOptions {
  /**
   * The address that replaces that of the platform, for tests with an emulator. @default https:// and the host of the
   * config
   */
  readonly endpoint?: string;
  // @if oauth-client
  /** Hosts to which client secrets may be sent; `.example.com` means every host below. @default none */
  readonly identityProviders?: readonly string[];
  // @end
  /**
   * Loads the sender of requests, the equivalent of a driver. @default the sender of
   * @portcullis/plugin-network
   */
  readonly send?: LoadSender;
}

/** The options with their defaults. */
export type Settings = Required<Omit<PluginOptions, 'endpoint'>> & Pick<PluginOptions, 'endpoint'>;

/** The names of all options. */
const OPTION_NAMES: Readonly<Record<keyof PluginOptions, null>> = {
  endpoint: null,
  // @if oauth-client
  identityProviders: null,
  // @end
  send: null,
};

/**
 * Fills in the defaults.
 *
 * @throws PortcullisError `OPTIONS_INVALID` for an option that does not exist.
 */
export function settingsOf(options: PluginOptions): Settings {
  refuseUnknownOptions('lightHouse()', options, OPTION_NAMES);
  return {
    endpoint: options.endpoint,
    // @if oauth-client
    identityProviders: options.identityProviders ?? [],
    // @end
    send: options.send ?? loadSender,
  };
}
