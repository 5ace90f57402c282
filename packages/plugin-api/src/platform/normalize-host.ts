/**
 * Normalizes a host, so that two spellings of one host are equal: lower case and ASCII (`bücher.example` is
 * `xn--bcher-kva.example`), without scheme, user, path, default port, leading zeros of the port, and trailing dots. Keeps
 * another port, and the brackets of an IPv6 address. Idempotent.
 *
 * An invalid host is only folded and trimmed: the config schema has to reject it.
 *
 * @example
 * ```ts
 * normalizeHost('https://Cluster.Example.COM.:5439/dev', 5439); // cluster.example.com
 * ```
 * @param defaultPort - the default port of the platform.
 */
export function normalizeHost(host: string, defaultPort?: number): string {
  const authority = host
    .trim()
    .replace(/^([a-z][a-z0-9+.-]*:)+\/\//i, '')
    .replace(/[/?#\\].*$/s, '')
    .replace(/^.*@/s, '')
    .trim();
  const [, name = '', digits] = /^(\[.*\]|[^:]*)(?::(\d*))?$/s.exec(authority) ?? [undefined, authority];
  const port = digits?.replace(/^0+(?=\d)/, '') ?? '';
  const plain = canonicalName(name.replace(/\.+$/, ''));
  return port === '' || port === String(defaultPort) ? plain : `${plain}:${port}`;
}

/** `domainToASCII` returns an empty text for values other than domains, such as an IPv6 address. */
function canonicalName(name: string): string {
  return process.getBuiltinModule('node:url').domainToASCII(name).replace(/\.+$/, '') || name.toLowerCase();
}
