import type { Discovery } from '@portcullis/plugin-api';
import type { DatabricksConfig } from './config/config-schema.ts';
import type { DatabricksSession } from './connection/databricks-session.ts';

/** The discovered facts of a workspace. */
export type DatabricksFacts = {
  /** The principal of the service: the application id of a service principal, or the e-mail address of a user. */
  readonly servicePrincipal: string;
  /** The id of the metastore. */
  readonly metastore: string;
  /** The region of the metastore, such as `eu-central-1`. */
  readonly region: string;
};

/** Finds the metastore of a workspace. Several workspaces may share one, and a catalog belongs to the metastore. */
export async function discover(
  session: DatabricksSession,
  { config, signal }: { readonly config: DatabricksConfig; readonly signal: AbortSignal },
): Promise<Discovery<DatabricksFacts>> {
  const { id, region } = await session.metastore(signal);
  const servicePrincipal = await session.principal(signal);
  return { facts: { servicePrincipal, metastore: id, region }, identity: [id, config.catalog] };
}
