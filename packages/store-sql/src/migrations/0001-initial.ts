import { createTable } from '../schema/create-table.ts';
import { INTEGRATION_LAYOUTS } from './0001-initial/integration-layouts.ts';
import { SECURITY_LAYOUTS } from './0001-initial/security-layouts.ts';
import { TENANT_LAYOUTS } from './0001-initial/tenant-layouts.ts';
import { WEBHOOK_LAYOUTS } from './0001-initial/webhook-layouts.ts';
import type { StoreMigration } from './store-migration.ts';

/**
 * The initial tables. After the release, neither this file nor its layouts change: each later change is a new
 * migration.
 */
export const initial: StoreMigration = async (db, flavour) => {
  for (const layout of [...TENANT_LAYOUTS, ...INTEGRATION_LAYOUTS, ...WEBHOOK_LAYOUTS, ...SECURITY_LAYOUTS]) {
    await createTable(db, flavour, layout);
  }
};
