let crypto: typeof import('node:crypto') | undefined;
let net: typeof import('node:net') | undefined;

/**
 * Modules of Node, each loaded on its first use: loading them takes longer than the rest of the plugin, and a host that
 * only imports the plugin needs none of them.
 */
export const builtIns = {
  get crypto() {
    crypto ??= process.getBuiltinModule('node:crypto');
    return crypto;
  },
  get net() {
    net ??= process.getBuiltinModule('node:net');
    return net;
  },
} as const;
