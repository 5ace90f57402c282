import type { TableLayout } from '../../schema/table-layout.ts';

/** Tenants, as of the first release. */
export const TENANT_LAYOUTS: readonly TableLayout[] = [
  {
    name: 'portcullis_tenants',
    columns: {
      tenant: 'text',
      name: 'text?',
      state: 'text',
      state_since: 'time',
      mark_id: 'text',
      limits: 'json',
      removal: 'json?',
      version: 'integer',
      created_at: 'time',
      updated_at: 'time',
    },
    key: { name: 'portcullis_tenants_key', columns: ['tenant'] },
    indexes: [{ name: 'portcullis_tenants_by_state', columns: ['state', 'tenant'] }],
  },
];
