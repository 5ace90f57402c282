/**
 * Catalogs of every metastore or workspace, which are never created or dropped. Sources: Databricks, "What are catalogs
 * in Databricks?", "System tables reference", "Delta Sharing" (samples).
 */
export const SYSTEM_CATALOGS: readonly string[] = [
  'system',
  'samples',
  'hive_metastore',
  'spark_catalog',
  'global_temp',
  'information_schema',
  '__databricks_internal',
];
