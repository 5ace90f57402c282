/** The logical identities of the managed objects. They are stored in ledgers: never rename one without a migration. */
export const OBJECT_KEYS = {
  warehouse: 'warehouse',
  excludedGroup: 'excluded-group',
  catalog: 'catalog',
  systemSchema: 'system-schema',
  policySchema: 'policy-schema',
  catalogUse: 'catalog-use',
  auditAccess: 'audit-access',
} as const;
