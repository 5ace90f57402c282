import { refuseUnknownOptions } from '@portcullis/plugin-api';
import { type LoadSender, loadSender } from './connection/sender.ts';

/** The options of this plugin for its host. Each has a default. */
export interface PluginOptions {
  /** The address that replaces that of the platform, for an emulator. @default https:// and the host of the config */
  readonly endpoint?: string;
  /** Loads the sender of requests. @default the sender of @portcullis/plugin-network */
  readonly send?: LoadSender;
}

/** The options with their defaults. */
export type Settings = Required<Omit<PluginOptions, 'endpoint'>> & Pick<PluginOptions, 'endpoint'>;

/**
 * Fills in the defaults.
 *
 * @throws PortcullisError `OPTIONS_INVALID` for an option that does not exist.
 */
export function settingsOf(options: PluginOptions): Settings {
  refuseUnknownOptions('lighthouse()', options, { endpoint: null, send: null });
  return { endpoint: options.endpoint, send: options.send ?? loadSender };
}
