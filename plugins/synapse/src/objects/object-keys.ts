/** The logical identities of the managed objects. They are stored in ledgers: never rename one without a migration. */
export const OBJECT_KEYS = {
  login: 'login',
  user: 'user',
  systemSchema: 'system-schema',
  procedureSchema: 'procedure-schema',
  viewSchema: 'view-schema',
  databaseAccess: 'database-access',
  userProfile: 'user-profile-table',
  profileFormat: 'profile-format-table',
  setUserProfile: 'set-user-profile-procedure',
  removeUserProfile: 'remove-user-profile-procedure',
  impersonationRole: 'impersonation-role',
  impersonations: 'impersonations-table',
  impersonate: 'impersonate-procedure',
  stopImpersonating: 'stop-impersonating-procedure',
  impersonationAccess: 'impersonation-access',
} as const;
