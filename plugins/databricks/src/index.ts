/**
 * Databricks for Portcullis. Start at {@link databricks}.
 *
 * @packageDocumentation
 */
export { databricks } from './databricks.ts';
export type { DatabricksOptions } from './databricks-options.ts';
