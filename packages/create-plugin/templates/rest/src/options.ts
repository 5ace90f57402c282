import { type LoadSender, loadSender } from './connection/sender.ts';

/** The options of this plugin for its host. Each has a default. */
export interface PluginOptions {
  /**
   * An address that replaces the platform's, for tests with an emulator. @default https:// and the host of the config
   */
  readonly endpoint?: string;
  // @if oauth-client
  /** Hosts that client secrets may be sent to; `.example.com` means every host below. @default none */
  readonly identityProviders?: readonly string[];
  // @end
  /**
   * Loads the sender of requests, which takes the place of a driver. @default the sender of
   * @portcullis/plugin-network
   */
  readonly send?: LoadSender;
}

/** The options with their defaults. */
export type Settings = Required<Omit<PluginOptions, 'endpoint'>> & Pick<PluginOptions, 'endpoint'>;

/** Fills in the defaults. */
export function settingsOf(options: PluginOptions): Settings {
  return {
    // @if oauth-client
    identityProviders: [],
    // @end
    send: loadSender,
    ...options,
  };
}
