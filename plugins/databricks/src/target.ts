import { normalizeHost, type Target } from '@portcullis/plugin-api';
import type { DatabricksConfig } from './config/config-schema.ts';

/** The port of every workspace. */
const HTTPS_PORT = 443;

/** The place an integration occupies: one catalog of one workspace. Operations on one workspace run one after the other. */
export function targetOf({ workspaceUrl, catalog }: Pick<DatabricksConfig, 'workspaceUrl' | 'catalog'>): Target {
  const workspace = normalizeHost(workspaceUrl, HTTPS_PORT);
  return { identity: [workspace, catalog.toLowerCase()], display: workspaceUrl, scope: workspace };
}
