import { normalizeHost, type Target } from '@portcullis/plugin-api';
import type { DatabricksConfig } from './config-schema.ts';

/** The port of every workspace. */
const HTTPS_PORT = 443;

/**
 * Returns the target of an integration: one catalog of one workspace. Operations on one workspace run one after
 * another.
 */
export function targetOf({ workspaceUrl, catalog }: Pick<DatabricksConfig, 'workspaceUrl' | 'catalog'>): Target {
  const workspace = normalizeHost(workspaceUrl, HTTPS_PORT);
  return { identity: [workspace, catalog.toLowerCase()], display: workspaceUrl, scope: workspace };
}
