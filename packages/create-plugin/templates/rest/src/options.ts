/** What a host may decide about this plugin. Everything has a default. */
export interface PluginOptions {
  /** Another address than the platform's, for tests with a stand-in. @default https:// and the host of the config */
  readonly endpoint?: string;
  /** Sends the requests: what a driver is to other platforms. @default the one of Node */
  readonly fetch?: typeof fetch;
  // @if oauth-client
  /** Hosts that client secrets may be sent to; `.example.com` means every host below. @default none */
  readonly identityProviders?: readonly string[];
  // @end
}

/** The options with their defaults. */
export type Settings = Required<Omit<PluginOptions, 'endpoint'>> & Pick<PluginOptions, 'endpoint'>;

/** Fills in the defaults. */
export function settingsOf(options: PluginOptions): Settings {
  return {
    fetch: globalThis.fetch,
    // @if oauth-client
    identityProviders: [],
    // @end
    ...options,
  };
}
