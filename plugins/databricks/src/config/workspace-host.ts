/**
 * The forms of workspace hosts, cloud by cloud. Source: Databricks, "Get identifiers for workspace objects", Workspace
 * URLs.
 */
const HOSTS: readonly RegExp[] = [
  // Amazon Web Services: dbc-a1b2c3d4-e5f6, or a name of the customer's choice.
  /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.cloud\.databricks\.(com|us|mil)$/,
  // Azure: adb-<workspace id>.<number>.
  /^adb-\d{1,20}\.\d{1,3}\.(azuredatabricks\.net|databricks\.azure\.(us|cn))$/,
  // Google Cloud: <workspace id>.<number>.
  /^\d{1,20}\.\d{1,3}\.gcp\.databricks\.com$/,
];

const ACCOUNT_CONSOLE = /^accounts\.(cloud|gcp)\.databricks\.|^accounts\.azuredatabricks\.net$/;
/** Regional and custom URLs lead to several workspaces. Source: "Configure a custom URL". */
const SHARED = /^(?!(?:cloud|gcp)\.)[a-z0-9-]+\.(azuredatabricks\.net|databricks\.com)$/;

/** Normalizes a workspace URL: only the host, in lower case, without default port, trailing slash and dot. */
export function canonicalWorkspace(text: string): string {
  return text
    .trim()
    .toLowerCase()
    .replace(/^https:\/\//, '')
    .replace(/\/$/, '')
    .replace(/:443$/, '')
    .replace(/\.$/, '');
}

/**
 * Returns the problem with the host of a workspace, or `undefined`. It comes from the users of an API, so only Databricks'
 * own names are accepted: no request can be sent to another party.
 */
export function workspaceProblem(host: string): string | undefined {
  if (/[/?#@\\\s:]/.test(host)) return 'Enter the host name only, without http://, port, path, user or spaces.';
  if (ACCOUNT_CONSOLE.test(host)) return 'This is the account console: use the URL of a workspace.';
  if (HOSTS.some((form) => form.test(host))) return undefined;
  if (SHARED.test(host))
    return 'This is a regional or a custom URL, which does not name a workspace: use the URL of the workspace itself, such as adb-<id>.<number>.azuredatabricks.net or dbc-a1b2c3d4-e5f6.cloud.databricks.com.';
  return 'This is not the host of a Databricks workspace, such as dbc-a1b2c3d4-e5f6.cloud.databricks.com.';
}
