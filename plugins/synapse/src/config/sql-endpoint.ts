import { builtIns } from '../built-ins.ts';

/**
 * The suffixes of the endpoints of dedicated pools: of workspaces, and of servers with pools that predate workspaces,
 * including the clouds of China and of the United States' government. Sources: Azure Synapse Analytics,
 * "Connect to Synapse SQL"; Azure, "Compare Azure Government and global Azure" and "Azure operated by 21Vianet:
 * endpoints".
 */
const SUFFIXES: readonly string[] = [
  '.sql.azuresynapse.net',
  '.sql.azuresynapse.azure.cn',
  '.sql.azuresynapse.usgovcloudapi.net',
  '.database.windows.net',
  '.database.chinacloudapi.cn',
  '.database.usgovcloudapi.net',
];

/** Names of workspaces and servers: at most 63 letters, digits and hyphens. */
const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** This machine, for tests only. */
const LOCAL_HOSTS: readonly string[] = ['localhost', '127.0.0.1', '::1'];

/** Returns whether a host is this machine, to which tests may connect without TLS. */
export function isThisMachine(host: string): boolean {
  return LOCAL_HOSTS.includes(host);
}

/**
 * Normalizes a host: lower case, without the parts of the portal's connection strings (`tcp:` and `,1433`),
 * without default port and trailing dot.
 */
export function canonicalHost(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^tcp:/, '')
    .replace(/[,:]1433$/, '')
    .replace(/\.$/, '')
    .replace(/^\[(.*)\]$/, '$1');
}

/**
 * Returns the problem with a host, or `undefined`. The host comes from the users of an API, so only names of Azure's own
 * are accepted: no sign-in can be sent to another party.
 *
 * @param host - in its canonical form.
 * @param local - true if this machine is allowed, for tests.
 */
export function hostProblem(host: string, local: boolean): string | undefined {
  if (local && isThisMachine(host)) return undefined;
  if (host.includes('://')) return 'Enter the host name only, without a scheme such as https://.';
  if (/[/?#@\\\s,]/.test(host)) return 'Enter the host name only, without path, user, instance or spaces.';
  if (builtIns.net.isIP(host) !== 0) return 'A certificate cannot verify an IP address: enter the host name.';
  if (host.includes(':')) return 'Enter the host name only; the port has its own field.';
  if (host.endsWith('.dev.azuresynapse.net')) {
    return 'This is the development endpoint: use the dedicated SQL endpoint, <workspace>.sql.azuresynapse.net.';
  }
  const suffix = SUFFIXES.find((each) => host.endsWith(each));
  const name = suffix === undefined ? '' : host.slice(0, -suffix.length);
  if (suffix === undefined || !LABEL.test(name)) {
    return 'This is not the endpoint of a dedicated SQL pool: use <workspace>.sql.azuresynapse.net or <server>.database.windows.net.';
  }
  if (name.endsWith('-ondemand') && suffix.startsWith('.sql.azuresynapse')) {
    return `This is the serverless endpoint, which does not support the objects of the service: use the dedicated endpoint, ${name.slice(0, -'-ondemand'.length)}${suffix}.`;
  }
  return undefined;
}
