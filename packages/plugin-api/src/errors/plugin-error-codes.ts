/**
 * The codes that plugins and the tools around them throw, for the error index of the docs.
 *
 * `when` says what happened, `help` what to do; an error's own `help` may say it more precisely.
 */
export const PLUGIN_ERROR_CODES = {
  PLUGIN_INVALID: {
    when: 'The definition of a plugin, or the objects that it declared for a config, contradict the contract.',
    help: 'Mend the fields that the message lists: each line names a path, what is wrong there and what to write.',
  },
  PLUGIN_NOT_A_PLUGIN: {
    when: 'A value in the list of plugins was not made by definePlugin.',
    help: 'Pass what the plugin package returns, for example acme(), not the function itself.',
  },
  PLUGIN_API_UNSUPPORTED: {
    when: 'The plugin was written for another version of the plugin contract than the host speaks.',
    help: 'Install a version of the plugin that matches the host, or update the host.',
  },
  PLATFORM_FAILURE: {
    when: 'A platform, its driver or a service on the way to it failed in a way that the plugin understands.',
    help: 'See details.failureClass for the kind of failure; the message says what happened where.',
  },
  SQL_UNSAFE: {
    when: 'A statement was put together from bare text, or has a name or a value that no platform can hold.',
    help: 'Wrap names in ident(), values in literal(), secrets in secretSlot().',
  },
} as const satisfies Readonly<Record<string, { readonly when: string; readonly help: string }>>;

/** A code of {@link PLUGIN_ERROR_CODES}. */
export type PluginErrorCode = keyof typeof PLUGIN_ERROR_CODES;
