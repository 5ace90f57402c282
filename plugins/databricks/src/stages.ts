import type { Stage } from '@portcullis/plugin-api';
import type { DatabricksConfig } from './config/config-schema.ts';

/** The id of the only stage: every statement runs on the SQL warehouse of one workspace. */
export const WORKSPACE_STAGE = 'workspace';

/** The connection of a set-up. */
export const STAGES: readonly Stage<DatabricksConfig>[] = [
  { id: WORKSPACE_STAGE, title: ({ workspaceUrl }) => `In the workspace ${workspaceUrl}` },
];
