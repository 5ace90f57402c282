let crypto: typeof import('node:crypto') | undefined;

/**
 * Modules of Node, each loaded when it is first used: they take Node longer to load than the rest of the plugin, and a host
 * that only imports the plugin needs none of them.
 */
export const builtIns = {
  get crypto() {
    crypto ??= process.getBuiltinModule('node:crypto');
    return crypto;
  },
} as const;
