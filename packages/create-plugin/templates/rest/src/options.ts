import { type LoadSender, loadSender } from './connection/sender.ts';

/** The options of this plugin for its host. Everything has a default. */
export interface PluginOptions {
  /** Another address than the platform's, for tests with an emulator. @default https:// and the host of the config */
  readonly endpoint?: string;
  // @if oauth-client
  /** Hosts that client secrets may be sent to; `.example.com` means every host below. @default none */
  readonly identityProviders?: readonly string[];
  // @end
  /** Brings what sends requests, as a driver does elsewhere. @default the sender of @portcullis/plugin-network */
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
