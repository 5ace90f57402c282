import { checkIdentityProvider as check } from '@portcullis/plugin-network';
import { canonicalWorkspace, workspaceProblem } from '../config/workspace-host.ts';

/**
 * Hosts other than workspaces that issue tokens for Databricks: its account consoles, and Microsoft Entra ID. Sources:
 * Databricks, "Authorize service principal access to Databricks with OAuth", "Authenticate with Microsoft Entra service
 * principals".
 */
const WELL_KNOWN: readonly string[] = [
  'accounts.cloud.databricks.com',
  'accounts.gcp.databricks.com',
  'accounts.azuredatabricks.net',
  'accounts.cloud.databricks.us',
  'accounts.databricks.azure.us',
  'accounts.databricks.azure.cn',
  'login.microsoftonline.com',
  'login.microsoftonline.us',
  'login.partner.microsoftonline.cn',
];

/**
 * Checks that a token endpoint belongs to a workspace or to a listed identity provider. It comes from the users of an
 * API, and would receive a client secret.
 *
 * @throws PlatformError `invalid-input`
 */
export function checkIdentityProvider(authorityUrl: string, allowed: readonly string[]): void {
  const url = URL.parse(authorityUrl);
  const host = url?.hostname ?? '';
  const isWorkspace = workspaceProblem(canonicalWorkspace(host)) === undefined && (url?.port ?? '') === '';
  if (isWorkspace) return;
  const option = 'identityProviders of databricks()';
  check({ host, allowed: [...WELL_KNOWN, ...allowed], field: 'authorityUrl', option });
}
