import type { TableDeclaration } from './columns.ts';

/** The table of tenants: a row each, whose `tenant` is the host's own id. The default tenant has no row: it always exists. */
export const TENANT_TABLES = {
  tenants: {
    columns: {
      /** A name for people. */
      name: 'text?',
      /** active | suspended | removing | importing */
      state: 'text',
      stateSince: 'time',
      /** A random id, which is part of the marks of its objects on platforms. */
      markId: 'text',
      /** The limits that differ from those of the instance. */
      limits: 'json',
      /**
       * During its removal `{ orphaned, emptied, unseen }`: the integrations whose objects stay on platforms, whether its rows are gone, and
       * whether it is the rest of an import.
       */
      removal: 'json?',
      version: 'integer',
      createdAt: 'time',
      updatedAt: 'time',
    },
    key: ['tenant'],
    indexes: { byState: { columns: ['state', 'tenant'] } },
  },
} as const satisfies Readonly<Record<string, TableDeclaration>>;
