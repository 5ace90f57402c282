/**
 * The codes that plugins and the tools around them throw, for the error index of the docs.
 *
 * `when` is the cause, `help` the remedy; the `help` of an error can be more precise.
 */
export const PLUGIN_ERROR_CODES = {
  PLUGIN_INVALID: {
    when: 'The definition of a plugin, or the objects that it declared for a config, contradict the contract.',
    help: 'Correct the fields that the message lists: each line names a path, its problem and the correction.',
  },
  PLUGIN_NOT_A_PLUGIN: {
    when: 'A value in the list of plugins was not made by definePlugin.',
    help: 'Pass what the plugin package returns, for example acme(), not the function itself.',
  },
  PLUGIN_API_UNSUPPORTED: {
    when: 'The plugin was written for a version of the plugin contract that the host does not support.',
    help: 'Install a version of the plugin that matches the host, or update the host.',
  },
  PLATFORM_FAILURE: {
    when: 'A platform, its driver or a service in between failed in a way that the plugin recognizes.',
    help: 'See details.failureClass for the kind of failure; the message says what happened, and where.',
  },
  SQL_UNSAFE: {
    when: 'A statement was built from plain text, or has a name or a value that no platform can hold.',
    help: 'Wrap names in ident(), values in literal(), secrets in secretSlot(). The arguments of command() are texts and slots.',
  },
} as const satisfies Readonly<Record<string, { readonly when: string; readonly help: string }>>;

/** A code of {@link PLUGIN_ERROR_CODES}. */
export type PluginErrorCode = keyof typeof PLUGIN_ERROR_CODES;
