/** Databases that every server has. Source: Transact-SQL reference, "System Databases". */
export const SYSTEM_DATABASES: readonly string[] = ['master', 'model', 'msdb', 'resource', 'tempdb'];

/**
 * Schemas, users and roles that every dedicated pool has; they share one namespace. Sources: "Ownership and user-schema
 * separation", "Database-level roles" (with those of Azure Synapse Analytics), "Workload management with resource
 * classes".
 */
export const SYSTEM_PRINCIPALS: readonly string[] = [
  'db_accessadmin',
  'db_backupoperator',
  'db_datareader',
  'db_datawriter',
  'db_ddladmin',
  'db_denydatareader',
  'db_denydatawriter',
  'db_exporter',
  'db_owner',
  'db_securityadmin',
  'dbmanager',
  'dbo',
  'guest',
  'information_schema',
  'largerc',
  'loginmanager',
  'mediumrc',
  'public',
  'smallrc',
  'staticrc10',
  'staticrc20',
  'staticrc30',
  'staticrc40',
  'staticrc50',
  'staticrc60',
  'staticrc70',
  'staticrc80',
  'sys',
  'xlargerc',
];

/** Logins that Azure refuses. Source: "Azure SQL Database: create a server", rules for the administrator's login name. */
export const SYSTEM_LOGINS: readonly string[] = [
  'admin',
  'administrator',
  'db_accessadmin',
  'db_backupoperator',
  'db_datareader',
  'db_datawriter',
  'db_ddladmin',
  'db_denydatareader',
  'db_denydatawriter',
  'db_owner',
  'db_securityadmin',
  'dbmanager',
  'dbo',
  'guest',
  'information_schema',
  'loginmanager',
  'public',
  'root',
  'sa',
  'sys',
];
