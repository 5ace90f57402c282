/** The logical identities of the managed objects. They are stored in ledgers: never rename one without a migration. */
export const OBJECT_KEYS = {
  registry: 'registry',
  database: 'database',
  serviceAccount: 'service-account',
  registryAccess: 'registry-access',
  databasePrivileges: 'database-privileges',
  impersonationRole: 'impersonation-role',
  metadataSchema: 'metadata-schema',
  viewSchema: 'view-schema',
  impersonationTable: 'impersonation-table',
  impersonate: 'impersonate-procedure',
  stopImpersonating: 'stop-impersonating-procedure',
  impersonationAccess: 'impersonation-access',
} as const;
